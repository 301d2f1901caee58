#include "actors/evaluator.hpp"

namespace fedltr {

caf::behavior evaluator(caf::event_based_actor*,
                        std::shared_ptr<const Evaluation> evaluation) {
  return {[evaluation = std::move(evaluation)](const Evaluate& order) {
    const std::vector<double> means = evaluation->means(order.model.view());
    return Evaluated{order.round,
                     Parameters(Eigen::Map<const Vector>(
                         means.data(), static_cast<Index>(means.size())))};
  }};
}

}  // namespace fedltr
