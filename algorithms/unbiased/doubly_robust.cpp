#include "algorithms/unbiased/doubly_robust.hpp"

#include <algorithm>

#include "algorithms/unbiased/inverse_propensity.hpp"

namespace fedltr {
namespace {

const Parameter kRegressionRate = real_parameter(
    "dr.regression-rate", 0.1, kPositive, "step size of the regression");

}  // namespace

DoublyRobustLearner::DoublyRobustLearner(const LearnerOptions& options,
                                         std::shared_ptr<const Ranker> ranker)
    : LogLearner(options, std::move(ranker)),
      examination_(options.examination),
      regression_rate_(options.parameters.real(kRegressionRate)) {}

void DoublyRobustLearner::weigh(Search& search, const VectorView& room,
                                LogStep& step) const {
  thread_local std::vector<double> estimates;
  const Index features = room.size() - 1;
  const auto rows = search.features();
  estimates.resize(search.candidates());
  for (Index i = 0; i < search.candidates(); ++i)
    estimates[i] = portable_sigmoid(
        rows.row(i).dot(room.head(features).transpose()) + room(features));
  std::array<double, kLongestList> slopes;
  std::array<double, kLongestList> offsets;
  const auto clicks = search.clicks();
  examine(search, examination_, std::span(slopes).first(clicks.size()),
          std::span(offsets).first(clicks.size()));
  for (std::size_t rank = 0; rank < clicks.size(); ++rank) {
    const Index document = search.ranking()[rank];
    double& relevance = estimates[document];
    const double clicked = clicks[rank] ? 1 : 0;
    const double expected =
        std::clamp(slopes[rank] * relevance + offsets[rank], 1e-6, 1 - 1e-6);
    const double ascent = regression_rate_ * (clicked - expected) *
                          slopes[rank] * relevance * (1 - relevance) /
                          (expected * (1 - expected));
    step.room.head(features) += ascent * rows.row(document).transpose();
    step.room(features) += ascent;
    const double weight = 1 / std::max(slopes[rank], floor());
    relevance += (clicked - slopes[rank] * relevance - offsets[rank]) * weight;
    if (clicks[rank]) step.clicked += weight;
  }
  const auto scores = search.scores();
  weigh_by_softmax({scores.data(), estimates.size()}, estimates, step.weights);
}

LearnerMethod doubly_robust_learner() {
  return log_learner_method(
      "dr", "predicted relevance, corrected by weighted clicks of a log",
      "Oosterhuis (TOIS 2023)", {kRegressionRate},
      [](const LearnerOptions& options, std::shared_ptr<const Ranker> ranker) {
        return std::make_shared<DoublyRobustLearner>(options,
                                                     std::move(ranker));
      },
      {.by_examination = true,
       .room = [](const RoomShape& shape) { return shape.features + 1; }});
}

}  // namespace fedltr
