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
  /// The data of the fold with its features, which the plan's may lack until it
  /// begins.
  std::function<Fold()> load = {};
};

/// @throws UsageError  if the data does not allow the scenario's split
void check_split(const Scenario& scenario, const LoadedData& data);

/// What a scenario divides among clients, and how, in the run of that seed.
SplitInput split_input(const Scenario& scenario, const LoadedData& data,
                       const Fold& fold, std::uint64_t seed);
/// With data-sharing, if the scenario has it.
/// @throws std::invalid_argument  when the data does not allow it
Split build_split(const Scenario& scenario, const SplitInput& input);

/// Names become functions: the runs of a scenario, fold by fold, repeat by
/// repeat.
/// @param first  number of the first run
/// @throws UsageError  for what does not fit the data, e.g. click tables
std::vector<Run> build_runs(const Scenario& scenario, const LoadedData& data,
                            std::uint32_t first);

}  // namespace fedltr
