#pragma once

#include "scenarios/cli/command.hpp"
#include "scenarios/search/folder_search.hpp"

namespace fedltr {

/// Adds --method and --party, of models of silos.
void add_model_choice(Command& command);
ModelChoice model_choice(const Command& command);

/// Of --data, --queries and --split.
FolderQueries folder_queries(const Command& command);

}  // namespace fedltr
