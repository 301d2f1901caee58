#pragma once

#include <variant>

#include "actors/protocol/evaluation_messages.hpp"
#include "actors/protocol/training_messages.hpp"
#include "actors/protocol/unlearning_messages.hpp"

namespace fedltr {

/// A server's task for a cohort; not all tasks change the cohort.
using CohortTask =
    std::variant<TrainCohort, EvaluateOwn, StatsRequest, LeaveCohort>;
/// The cohort's answer, in the same order; ClientFailed on an error in its
/// code.
using CohortOutcome = std::variant<CohortUpdate, CohortEvaluated, CohortStats,
                                   CohortLeft, ClientFailed>;

}  // namespace fedltr
