#include "actors/runtime/score_models.hpp"

namespace fedltr {

Evaluated score_models(const Evaluation& evaluation, const Evaluate& order) {
  Matrix models(static_cast<Index>(order.models.size()),
                order.models.at(0).size());
  for (std::size_t i = 0; i < order.models.size(); ++i)
    models.row(static_cast<Index>(i)) = order.models[i].view().transpose();
  const Matrix means = evaluation.means_of(models);
  return {order.rounds,
          Parameters(Eigen::Map<const Vector>(means.data(), means.size()))};
}

}  // namespace fedltr
