#pragma once

#include "algorithms/ranking/run_evaluation.hpp"
#include "app/models/search/folder_ranker.hpp"
#include "app/models/search/folder_search.hpp"

namespace fedltr {

/// Whether it holds texts as FolderSearch reads them, and no LETOR files.
bool is_text_folder(const std::filesystem::path& folder);

/// All candidates of all of a folder's queries, best first. Queries that find
/// nothing are not in it.
/// @throws DataError  naming file and line
RankedRun run_of_folder(const FolderQueries& queries,
                        const FolderRanker& ranker);

}  // namespace fedltr
