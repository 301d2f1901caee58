#include "actors/runtime/evaluator.hpp"

#include "actors/runtime/score_models.hpp"

namespace fedltr {

caf::behavior evaluator(caf::event_based_actor*,
                        std::shared_ptr<const Evaluation> evaluation) {
  return {[evaluation = std::move(evaluation)](const Evaluate& order) {
    return score_models(*evaluation, order);
  }};
}

}  // namespace fedltr
