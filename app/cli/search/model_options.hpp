#pragma once

#include "app/cli/command.hpp"
#include "app/models/search/folder_search.hpp"

namespace fedltr {

/// Adds --method and --party, of models of silos.
/// @param more  what else --method takes
void add_model_choice(Command& command, const std::string& more = "");

/// Of a verb that ranks a folder of texts without a model, too.
inline constexpr const char* kOrWithoutModel =
    "; of a folder of texts without a model: bm25, ...";
ModelChoice model_choice(const Command& command);

/// Of --data, --queries and --split.
FolderQueries folder_queries(const Command& command);

}  // namespace fedltr
