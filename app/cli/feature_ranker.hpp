#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/cli/command.hpp"
#include "app/data/model_file.hpp"

namespace fedltr {

/// Adds --feature, --feature-names and --ascending: one feature ranks instead
/// of a model.
void add_feature_choice(Command& command);

/// The requested feature as a linear model of one column, whose `first_index`
/// is the feature's; nullopt if none was requested. A name is looked up in
/// --feature-names, or else in FILE.names beside the first file, and becomes
/// the column's name; for an index the column has no name.
/// @param files  of data
/// @throws UsageError  for an unknown name, naming the nearest one
std::optional<ModelFile> feature_ranker(const Command& command,
                                        const std::vector<std::string>& files);

}  // namespace fedltr
