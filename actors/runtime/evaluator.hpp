#pragma once

#include "actors/plan.hpp"
#include "actors/protocol/messages.hpp"

namespace fedltr {

/// Scores models on the held-out queries while the next round trains.
caf::behavior evaluator(caf::event_based_actor* self,
                        std::shared_ptr<const Evaluation> evaluation);

}  // namespace fedltr
