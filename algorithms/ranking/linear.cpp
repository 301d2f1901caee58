#include "algorithms/ranking/linear.hpp"

namespace fedltr {

void LinearRanker::score(const VectorView& parameters,
                         const MatrixView& features,
                         Eigen::Ref<Vector> scores) const {
  scores.noalias() = features * parameters;
}

void LinearRanker::climb(const VectorView&, const MatrixView& features,
                         std::span<const Index> documents,
                         std::span<const double> weights,
                         Eigen::Ref<Vector> into) const {
  for (std::size_t i = 0; i < documents.size(); ++i)
    if (weights[i] != 0)
      into.noalias() += weights[i] * features.row(documents[i]).transpose();
}

Vector LinearRanker::draw_initial(Rng& rng) const {
  Vector parameters(features_);
  for (double& value : parameters) value = rng.normal();
  return 0.01 * parameters.normalized();
}

Method<RankerFactory> linear_ranker() {
  return {"linear",
          "weighted sum of the features",
          "Oosterhuis and de Rijke (CIKM 2018), linear model",
          {},
          [](const RankerShape& shape) {
            return std::make_shared<LinearRanker>(shape.features);
          }};
}

}  // namespace fedltr
