#include "algorithms/unbiased/pairwise_debiasing.hpp"

#include <algorithm>
#include <cmath>

#include "algorithms/core/math.hpp"

namespace fedltr {
namespace {

const Parameter kNorm =
    real_parameter("pairwise.norm", 0, kNotNegative,
                   "p of the regularisation of t+ and t-: 0 is none, large "
                   "values keep them near 1");

using ByShownRank = std::array<double, kLongestList>;

/// log(1 + e^x), also where e^x drowns the 1 or exceeds a double.
double softplus(double x) {
  return std::max(x, 0.0) + portable_log(1 + portable_exp(-std::abs(x)));
}

}  // namespace

PairwiseDebiasingLearner::PairwiseDebiasingLearner(
    const LearnerOptions& options, std::shared_ptr<const Ranker> ranker)
    : LogLearner(options, std::move(ranker)),
      curve_rate_(options.parameters.real(kCurveRate)),
      power_(1 / (options.parameters.real(kNorm) + 1)) {}

double PairwiseDebiasingLearner::ratio(double mean, double first) const {
  return std::clamp(
      portable_pow(std::max(1 + mean, 0.0) / std::max(1 + first, floor()),
                   power_),
      floor(), 1 / floor());
}

void PairwiseDebiasingLearner::weigh(Search& search, const VectorView& room,
                                     LogStep& step) const {
  const Index half = room.size() / 2;
  const auto clicks = search.clicks();
  const std::size_t count = std::min<std::size_t>(clicks.size(), half);
  const ShownScores scores(search);
  ByShownRank plus;
  ByShownRank minus;
  ByShownRank plus_loss{};
  ByShownRank minus_loss{};
  for (std::size_t rank = 0; rank < count; ++rank) {
    const auto at = static_cast<Index>(rank);
    plus[rank] = ratio(room(at), room(0));
    minus[rank] = ratio(room(half + at), room(half));
  }
  bool any = false;
  const auto clicked = static_cast<double>(std::ranges::count_if(
      clicks.first(count), [](auto click) { return click != 0; }));
  const double others = static_cast<double>(count) - clicked;
  if (others == 0) step.clicked += clicked;  // those of no pair weigh 1
  for (std::size_t i = 0; i < count; ++i) {
    if (!clicks[i]) continue;
    for (std::size_t j = 0; j < count; ++j) {
      if (clicks[j]) continue;
      any = true;
      const double less = portable_sigmoid(scores[j] - scores[i]);
      const double loss = softplus(scores[j] - scores[i]);
      const double weight = 1 / (plus[i] * minus[j]);
      step.weights[i] += weight * less;
      step.weights[j] -= weight * less;
      plus_loss[i] += loss / minus[j];
      minus_loss[j] += loss / plus[i];
      step.clicked += weight / others;
    }
  }
  if (!any) return;
  for (std::size_t rank = 0; rank < count; ++rank) {
    const auto at = static_cast<Index>(rank);
    step.room(at) += curve_rate_ * (plus_loss[rank] - 1 - room(at));
    step.room(half + at) +=
        curve_rate_ * (minus_loss[rank] - 1 - room(half + at));
  }
}

Examination PairwiseDebiasingLearner::learned_examination(
    const VectorView& model) const {
  Examination learned;
  const auto means = model.tail(room());
  for (Index rank = 0; rank < room() / 2; ++rank)
    learned.propensity.push_back(ratio(means(rank), means(0)));
  return learned;
}

LearnerMethod pairwise_debiasing_learner() {
  return log_learner_method(
      "pairwise", "clicked before unclicked documents, debiased by rank",
      "Hu et al. (WWW 2019)", {kCurveRate, kNorm},
      [](const LearnerOptions& options, std::shared_ptr<const Ranker> ranker) {
        return std::make_shared<PairwiseDebiasingLearner>(options,
                                                          std::move(ranker));
      },
      {.has_means = true,
       .room = [](const RoomShape& shape) { return 2 * shape.list; }});
}

}  // namespace fedltr
