#pragma once

#include "actors/protocol/evaluation_messages.hpp"
#include "algorithms/ranking/evaluation.hpp"

namespace fedltr {

/// Scores models on the held-out queries.
Evaluated score_models(const Evaluation& evaluation, const Evaluate& order);

}  // namespace fedltr
