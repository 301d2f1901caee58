#pragma once

#include "algorithms/ranking/ranker.hpp"

namespace fedltr {

/// f(x) = parameters . x, no bias.
class LinearRanker final : public Ranker {
 public:
  explicit LinearRanker(Index features) : features_(features) {}

  Index size() const override { return features_; }
  void score(const VectorView& parameters, const MatrixView& features,
             Eigen::Ref<Vector> scores) const override;
  void climb(Eigen::Ref<Vector> parameters, const MatrixView& features,
             std::span<const Index> documents,
             std::span<const double> weights) const override;

 private:
  Index features_;
};

Method<RankerFactory> linear_ranker();

}  // namespace fedltr
