#pragma once

#include "app/plan/build.hpp"

namespace fedltr {

/// A run and its result.
struct FinishedRun {
  Run run;
  RunResult result;

  /// Returns the final model without the learner's own parameters.
  Vector ranker_parameters() const {
    return result.model.head(result.model.size() -
                             run.plan.simulation->ranker->room());
  }
};

}  // namespace fedltr
