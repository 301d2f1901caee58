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
  void score_rows(const VectorView& parameters, const FeatureRows& features,
                  Eigen::Ref<Vector> scores, Activations& kept) const override;
  void score_many(const Matrix& models, const MatrixView& features,
                  Eigen::Ref<Matrix> scores) const override;
  void step_from(const Activations& kept, const VectorView& parameters,
                 const MatrixView& features, std::span<const Index> documents,
                 std::span<const double> weights,
                 Eigen::Ref<Vector> into) const override;
  /// Draws a random direction of length 0.01, the start of the FPDGD paper's
  /// code (ICTIR 2021).
  Vector draw_initial(Rng& rng) const override;

 private:
  Index features_;
};

RankerMethod linear_ranker();

}  // namespace fedltr
