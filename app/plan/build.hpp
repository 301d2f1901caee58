#pragma once

#include <functional>
#include <vector>

#include "actors/members/rehearsal.hpp"
#include "actors/plan.hpp"
#include "app/data/data_source.hpp"
#include "app/plan/split_plan.hpp"
#include "app/plan/start_model.hpp"
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
  /// The rehearsal of a federation of [members]; null for others.
  std::shared_ptr<const members::Rehearsal> rehearsal = nullptr;
  /// Without rounds until the run has ended or was stopped.
  RunResult result = {};

  /// Returns the final model without the learner's own parameters.
  Vector ranker_parameters() const {
    return result.model.head(result.model.size() -
                             plan.simulation->ranker->room());
  }
};

/// Builds the runs of a scenario, fold by fold, repeat by repeat, replacing
/// names by functions.
/// @param first  number of the first run
/// @param start  first models; without parameters `ranker.init` makes them
/// @throws UsageError  for a mismatch with the data, e.g. of click tables
std::vector<Run> build_runs(const Scenario& scenario, const LoadedData& data,
                            std::uint32_t first, const StartModels& start);
/// The same, from the models of `ranker.from`, if it is set.
std::vector<Run> build_runs(const Scenario& scenario, const LoadedData& data,
                            std::uint32_t first);

}  // namespace fedltr
