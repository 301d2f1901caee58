#pragma once

#include <functional>
#include <vector>

#include "actors/plan.hpp"
#include "app/data/data_source.hpp"
#include "app/schema/scenario.hpp"

namespace fedltr {

/// A run of a scenario: one fold and repeat.
struct Run {
  int fold = 1;
  std::uint32_t repeat = 1;
  FederationPlan plan;
  /// Loads the data of the fold with its features, which the plan's data may
  /// lack until the run starts.
  std::function<Fold()> load = {};
};

/// @throws UsageError  if the scenario's split is impossible with the data
void check_split(const Scenario& scenario, const LoadedData& data);

/// Returns the input of a scenario's split among clients, in the run with this
/// seed.
SplitInput split_input(const Scenario& scenario, const LoadedData& data,
                       const Fold& fold, std::uint64_t seed);
/// Splits the data, with data-sharing if the scenario has it.
/// @throws std::invalid_argument  if the split is impossible with the data
Split build_split(const Scenario& scenario, const SplitInput& input);

/// Builds the runs of a scenario, fold by fold, repeat by repeat, replacing
/// names by functions.
/// @param first  number of the first run
/// @throws UsageError  for a mismatch with the data, e.g. of click tables
std::vector<Run> build_runs(const Scenario& scenario, const LoadedData& data,
                            std::uint32_t first);

}  // namespace fedltr
