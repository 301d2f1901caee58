#pragma once

#include "algorithms/ranking/run_evaluation.hpp"
#include "app/models/search/folder_ranker.hpp"
#include "app/models/search/folder_search.hpp"

namespace fedltr {

/// True if a folder holds texts for FolderSearch and no LETOR files.
bool is_text_folder(const std::filesystem::path& folder);

/// Ranks all candidates of all queries of a search, best first. Omits queries
/// that find nothing.
RankedRun run_of_folder(const FolderSearch& search, const FolderRanker& ranker);

}  // namespace fedltr
