#include "algorithms/ranking/linear.hpp"

namespace fedltr {

void LinearRanker::score(const VectorView& parameters,
                         const MatrixView& features,
                         Eigen::Ref<Vector> scores) const {
  scores.noalias() = features * parameters;
}

void LinearRanker::climb(Eigen::Ref<Vector> parameters,
                         const MatrixView& features,
                         std::span<const Index> documents,
                         std::span<const double> weights) const {
  for (std::size_t i = 0; i < documents.size(); ++i)
    if (weights[i] != 0)
      parameters.noalias() +=
          weights[i] * features.row(documents[i]).transpose();
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
