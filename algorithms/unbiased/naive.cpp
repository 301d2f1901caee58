#include "algorithms/unbiased/naive.hpp"

namespace fedltr {

void NaiveLearner::weigh(Search& search, const VectorView&,
                         LogStep& step) const {
  std::array<double, kLongestList> estimates;
  const auto clicks = search.clicks();
  for (std::size_t rank = 0; rank < clicks.size(); ++rank) {
    estimates[rank] = clicks[rank] ? 1 : 0;
    step.clicked += estimates[rank];
  }
  weigh_by_softmax(ShownScores(search).all(),
                   std::span(estimates).first(clicks.size()), step.weights);
}

LearnerMethod naive_learner() {
  return log_learner_method(
      "naive", "clicks of a log taken for relevance",
      "Joachims et al. (WSDM 2017)", {},
      [](const LearnerOptions& options, std::shared_ptr<const Ranker> ranker) {
        return std::make_shared<NaiveLearner>(options, std::move(ranker));
      },
      {});
}

}  // namespace fedltr
