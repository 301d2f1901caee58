#include "actors/runtime/score_models.hpp"

namespace fedltr {

Evaluated score_models(const FederationPlan& plan, const Evaluate& order) {
  Matrix models(static_cast<Index>(order.models.size()),
                order.models.at(0).size());
  for (std::size_t i = 0; i < order.models.size(); ++i)
    models.row(static_cast<Index>(i)) = order.models[i].view().transpose();
  Matrix means = plan.evaluation->means_of(models);
  if (plan.validation) {
    means.conservativeResize(Eigen::NoChange, means.cols() + 1);
    means.rightCols(1) = plan.validation->means_of(models);
  }
  return {order.rounds,
          Parameters(Eigen::Map<const Vector>(means.data(), means.size()))};
}

}  // namespace fedltr
