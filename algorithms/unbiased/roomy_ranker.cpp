#include "algorithms/unbiased/roomy_ranker.hpp"

namespace fedltr {

void RoomyRanker::score(const VectorView& parameters,
                        const MatrixView& features,
                        Eigen::Ref<Vector> scores) const {
  ranker_->score(parameters.head(ranker_->size()), features, scores);
}

void RoomyRanker::score_many(const Matrix& models, const MatrixView& features,
                             Eigen::Ref<Matrix> scores) const {
  ranker_->score_many(models.leftCols(ranker_->size()), features, scores);
}

void RoomyRanker::score_keeping(const VectorView& parameters,
                                const MatrixView& features,
                                Eigen::Ref<Vector> scores,
                                Activations& kept) const {
  ranker_->score_keeping(parameters.head(ranker_->size()), features, scores,
                         kept);
}

void RoomyRanker::score_rows(const VectorView& parameters,
                             const FeatureRows& features,
                             Eigen::Ref<Vector> scores,
                             Activations& kept) const {
  ranker_->score_rows(parameters.head(ranker_->size()), features, scores, kept);
}

void RoomyRanker::step_from(const Activations& kept,
                            const VectorView& parameters,
                            const MatrixView& features,
                            std::span<const Index> documents,
                            std::span<const double> weights,
                            Eigen::Ref<Vector> into) const {
  ranker_->step_from(kept, parameters.head(ranker_->size()), features,
                     documents, weights, into.head(ranker_->size()));
}

Vector RoomyRanker::published(const VectorView& parameters) const {
  return ranker_->published(parameters.head(ranker_->size()));
}

Vector RoomyRanker::draw_initial(Rng& rng) const {
  Vector whole = Vector::Zero(size());
  whole.head(ranker_->size()) = ranker_->draw_initial(rng);
  return whole;
}

}  // namespace fedltr
