#pragma once

#include <string>

#include "app/data/data_source.hpp"

namespace fedltr {

/// @throws UsageError  if the scenario's split is impossible with the data
void check_split(const Scenario& scenario, const LoadedData& data);

/// Returns a line if the documents of each client have one label, so that no
/// preference can be learned from them.
std::string split_warning(const Scenario& scenario);

/// Returns the input of a scenario's split among clients, in the run with this
/// seed.
SplitInput split_input(const Scenario& scenario, const LoadedData& data,
                       const Fold& fold, std::uint64_t seed);
/// Splits the data, with data-sharing if the scenario has it.
/// @throws std::invalid_argument  if the split is impossible with the data
Split build_split(const Scenario& scenario, const SplitInput& input);

}  // namespace fedltr
