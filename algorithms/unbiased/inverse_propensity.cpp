#include "algorithms/unbiased/inverse_propensity.hpp"

#include <algorithm>

namespace fedltr {

void examine(const Search& search, const Examination& examination,
             std::span<double> slopes, std::span<double> offsets) {
  const auto given = search.propensities();
  if (given.empty()) return examination.at(search.clicks(), slopes, offsets);
  std::ranges::copy(given, slopes.begin());
  std::ranges::fill(offsets, 0.0);
}

void InversePropensityLearner::weigh(Search& search, const VectorView&,
                                     LogStep& step) const {
  std::array<double, kLongestList> slopes;
  std::array<double, kLongestList> estimates;
  const auto clicks = search.clicks();
  const std::size_t count = clicks.size();
  examine(search, examination_, std::span(slopes).first(count),
          std::span(estimates).first(count));
  for (std::size_t rank = 0; rank < count; ++rank) {
    const double weight = 1 / std::max(slopes[rank], floor());
    estimates[rank] = ((clicks[rank] ? 1 : 0) - estimates[rank]) * weight;
    if (clicks[rank]) step.clicked += weight;
  }
  weigh_by_softmax(ShownScores(search).all(), std::span(estimates).first(count),
                   step.weights);
}

LearnerMethod inverse_propensity_learner() {
  return log_learner_method(
      "ips", "clicks of a log weighted by inverse propensities",
      "Joachims et al. (WSDM 2017); Vardasbi et al. (CIKM 2020)", {},
      [](const LearnerOptions& options, std::shared_ptr<const Ranker> ranker) {
        return std::make_shared<InversePropensityLearner>(options,
                                                          std::move(ranker));
      },
      {.by_examination = true});
}

}  // namespace fedltr
