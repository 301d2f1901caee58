#pragma once

#include "algorithms/ranking/ranker.hpp"

namespace fedltr {

/// A ranker whose parameters are followed by others, by which it does not rank:
/// a learner's own, such as a propensity for each rank. As parts of one model
/// they are averaged, masked, clipped and unlearned like the rest; model files
/// leave them out.
class RoomyRanker final : public Ranker {
 public:
  RoomyRanker(std::shared_ptr<const Ranker> ranker, Index room)
      : ranker_(std::move(ranker)), room_(room) {}

  Index size() const override { return ranker_->size() + room_; }
  void score(const VectorView& parameters, const MatrixView& features,
             Eigen::Ref<Vector> scores) const override;
  void score_many(const Matrix& models, const MatrixView& features,
                  Eigen::Ref<Matrix> scores) const override;
  void score_keeping(const VectorView& parameters, const MatrixView& features,
                     Eigen::Ref<Vector> scores,
                     Activations& kept) const override;
  void score_rows(const VectorView& parameters, const FeatureRows& features,
                  Eigen::Ref<Vector> scores, Activations& kept) const override;
  void step_from(const Activations& kept, const VectorView& parameters,
                 const MatrixView& features, std::span<const Index> documents,
                 std::span<const double> weights,
                 Eigen::Ref<Vector> into) const override;
  Index hidden() const override { return ranker_->hidden(); }
  Index room() const override { return room_; }
  Vector published(const VectorView& parameters) const override;
  /// Draws the ranker's parameters; the others are 0.
  Vector draw_initial(Rng& rng) const override;

 private:
  std::shared_ptr<const Ranker> ranker_;
  Index room_;
};

}  // namespace fedltr
