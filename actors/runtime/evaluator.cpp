#include "actors/runtime/evaluator.hpp"

#include "actors/runtime/score_models.hpp"

namespace fedltr {

caf::behavior evaluator(caf::event_based_actor*,
                        std::shared_ptr<const FederationPlan> plan) {
  return {[plan = std::move(plan)](const Evaluate& order) {
    return score_models(*plan, order);
  }};
}

}  // namespace fedltr
