#include "algorithms/unbiased/regression_em.hpp"

#include <algorithm>

namespace fedltr {
namespace {

constexpr double kFirstTheta = 0.9;
constexpr double kLeastTheta = 1e-4;

const Parameter kInterceptRate = real_parameter(
    "em.intercept-rate", 0.01, kPositive, "step size of the intercept b");

double theta_of(double room) {
  return std::clamp(kFirstTheta + room, kLeastTheta, 1 - 1e-9);
}

}  // namespace

RegressionEmLearner::RegressionEmLearner(const LearnerOptions& options,
                                         std::shared_ptr<const Ranker> ranker)
    : LogLearner(options, std::move(ranker)),
      curve_rate_(options.parameters.real(kCurveRate)),
      intercept_rate_(options.parameters.real(kInterceptRate)) {}

void RegressionEmLearner::weigh(Search& search, const VectorView& room,
                                LogStep& step) const {
  const Index ranks = room.size() - 1;
  const auto clicks = search.clicks();
  const ShownScores scores(search);
  const std::size_t count = std::min<std::size_t>(clicks.size(), ranks);
  for (std::size_t rank = 0; rank < count; ++rank) {
    const auto at = static_cast<Index>(rank);
    const double gamma = portable_sigmoid(scores[rank] + room(ranks));
    const double theta = theta_of(room(at));
    const double unclicked = std::max(1 - theta * gamma, 1e-12);
    const double examined = clicks[rank] ? 1 : theta * (1 - gamma) / unclicked;
    const double relevant = clicks[rank] ? 1 : (1 - theta) * gamma / unclicked;
    step.weights[rank] = relevant - gamma;
    step.room(at) += curve_rate_ * (examined - theta);
    step.room(ranks) += intercept_rate_ * (relevant - gamma);
    if (clicks[rank]) step.clicked += 1;
  }
}

Examination RegressionEmLearner::learned_examination(
    const VectorView& model) const {
  Examination learned;
  const auto own = model.tail(room());
  for (Index rank = 0; rank + 1 < room(); ++rank)
    learned.propensity.push_back(theta_of(own(rank)) / theta_of(own(0)));
  return learned;
}

LearnerMethod regression_em_learner() {
  return log_learner_method(
      "em", "a ranker and propensities by expectation maximisation",
      "Wang et al. (WSDM 2018)", {kCurveRate, kInterceptRate},
      [](const LearnerOptions& options, std::shared_ptr<const Ranker> ranker) {
        return std::make_shared<RegressionEmLearner>(options,
                                                     std::move(ranker));
      },
      {.has_means = true,
       .room = [](const RoomShape& shape) { return shape.list + 1; }});
}

}  // namespace fedltr
