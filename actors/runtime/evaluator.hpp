#pragma once

#include "actors/plan.hpp"
#include "actors/protocol/messages.hpp"

namespace fedltr {

/// Scores models on the held-out queries, and on the validation queries if the
/// plan has some, while the next round trains.
caf::behavior evaluator(caf::event_based_actor* self,
                        std::shared_ptr<const FederationPlan> plan);

}  // namespace fedltr
