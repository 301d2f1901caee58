#pragma once

#include "app/cli/command.hpp"
#include "app/models/search/folder_search.hpp"

namespace fedltr {

/// Adds --method and --party, for models of silos.
/// @param more  further values of --method, for its help
void add_model_choice(Command& command, const std::string& more = "");

/// Text for a command that also ranks a folder of texts without a model.
inline constexpr const char* kOrWithoutModel =
    "; without a model, for a folder of texts: bm25, ...";
ModelChoice model_choice(const Command& command);

/// Reads --data, --queries and --split.
FolderQueries folder_queries(const Command& command);

/// Returns the files that the options of a search or of features name, those of
/// the folder of texts among them.
Arguments search_inputs(const Command& command);

}  // namespace fedltr
