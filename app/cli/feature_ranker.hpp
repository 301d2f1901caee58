#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/cli/command.hpp"
#include "app/data/model_file.hpp"

namespace fedltr {

/// Adds --feature, --feature-names and --ascending: one feature ranks in place
/// of a model.
void add_feature_choice(Command& command);

/// The feature that was asked for as a linear model of one column, whose
/// `first_index` is the feature's; nothing if none was. A name is looked up in
/// --feature-names, else in FILE.names beside the first file, and is the
/// column's; of an index the column has none.
/// @param files  of data
/// @throws UsageError  for a name that is not there, with the nearest one
std::optional<ModelFile> feature_ranker(const Command& command,
                                        const std::vector<std::string>& files);

}  // namespace fedltr
