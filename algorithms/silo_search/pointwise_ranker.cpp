#include "algorithms/silo_search/pointwise_ranker.hpp"

#include <algorithm>
#include <stdexcept>

#include "algorithms/core/require.hpp"
#include "algorithms/text/ranking_features.hpp"

namespace fedltr {

void PointwiseRanker::score(const VectorView& parameters,
                            const MatrixView& features,
                            Eigen::Ref<Vector> scores) const {
  if (first_ == 0) {
    scores = model_->scores(parameters, features);
    return;
  }
  Matrix all = Matrix::Zero(features.rows(), first_ + features.cols());
  all.rightCols(features.cols()) = features;
  scores = model_->scores(parameters, all);
}

void PointwiseRanker::step_from(const Activations&, const VectorView&,
                                const MatrixView&, std::span<const Index>,
                                std::span<const double>,
                                Eigen::Ref<Vector>) const {
  throw std::logic_error("a model of silos is trained by silos");
}

Vector PointwiseRanker::draw_initial(Rng& /*rng*/) const {
  return Vector::Zero(size());
}

std::shared_ptr<const Ranker> SiloModelKind::ranker(Index grades) const {
  return std::make_shared<const PointwiseRanker>(
      first == 0 ? find(pointwise_models(), name).make(features, grades)
                 : ranking_model(grades),
      first);
}

const std::vector<SiloModelKind>& silo_model_kinds() {
  static const std::vector<SiloModelKind> kinds = [] {
    std::vector<SiloModelKind> all;
    for (const auto& model : pointwise_models())
      all.push_back(
          {model.name, text_feature_names().data(), kTextFeatures, 0});
    all.push_back({kListwiseModel, ranking_feature_names().data(),
                   kRankingFeatures, kTextFeatures});
    return all;
  }();
  return kinds;
}

bool is_silo_kind(const std::string& name) {
  return std::ranges::count(silo_model_kinds(), name, &SiloModelKind::name) > 0;
}

const SiloModelKind& silo_kind(const std::string& name) {
  const auto found =
      std::ranges::find(silo_model_kinds(), name, &SiloModelKind::name);
  require(found != silo_model_kinds().end(), "not a model of silos: " + name);
  return *found;
}

}  // namespace fedltr
