#pragma once

#include "actors/plan.hpp"
#include "actors/protocol/evaluation_messages.hpp"

namespace fedltr {

/// Scores models on the held-out queries, and on the validation queries if the
/// plan has any.
Evaluated score_models(const FederationPlan& plan, const Evaluate& order);

}  // namespace fedltr
