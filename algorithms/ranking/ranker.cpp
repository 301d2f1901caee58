#include "algorithms/ranking/ranker.hpp"

#include "algorithms/ranking/linear.hpp"
#include "algorithms/ranking/neural.hpp"

namespace fedltr {

const Methods<RankerFactory, RankerTraits>& rankers() {
  static const Methods<RankerFactory, RankerTraits> table = {
      linear_ranker(), sigmoid_ranker(), relu_ranker()};
  return table;
}

void Ranker::score_many(const Matrix& models, const MatrixView& features,
                        Eigen::Ref<Matrix> scores) const {
  for (Index m = 0; m < models.rows(); ++m)
    score(models.row(m).transpose(), features, scores.row(m).transpose());
}

void Ranker::score_keeping(const VectorView& parameters,
                           const MatrixView& features,
                           Eigen::Ref<Vector> scores, Activations&) const {
  score(parameters, features, scores);
}

void Ranker::score_rows(const VectorView& parameters,
                        const FeatureRows& features, Eigen::Ref<Vector> scores,
                        Activations& kept) const {
  thread_local std::vector<double> room;
  score_keeping(parameters, features.unpacked(room), scores, kept);
}

Vector initial_parameters(const Ranker& ranker, Initial initial, Rng& rng) {
  if (initial == Initial::kZero) return Vector::Zero(ranker.size());
  return ranker.draw_initial(rng);
}

}  // namespace fedltr
