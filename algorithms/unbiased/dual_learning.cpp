#include "algorithms/unbiased/dual_learning.hpp"

#include <algorithm>

#include "algorithms/core/math.hpp"

namespace fedltr {
namespace {

/// estimates[k] = e^{scores[0] - scores[k]} for a click, at most 1 / floor;
/// otherwise 0.
double weigh_clicks(std::span<const std::uint8_t> clicks,
                    std::span<const double> scores, double floor,
                    std::span<double> estimates) {
  double total = 0;
  for (std::size_t rank = 0; rank < clicks.size(); ++rank) {
    estimates[rank] =
        clicks[rank]
            ? std::min(portable_exp(scores[0] - scores[rank]), 1 / floor)
            : 0;
    total += estimates[rank];
  }
  return total;
}

}  // namespace

DualLearner::DualLearner(const LearnerOptions& options,
                         std::shared_ptr<const Ranker> ranker)
    : LogLearner(options, std::move(ranker)),
      curve_rate_(options.parameters.real(kCurveRate)) {}

void DualLearner::weigh(Search& search, const VectorView& room,
                        LogStep& step) const {
  const auto clicks = search.clicks();
  const std::size_t count = std::min<std::size_t>(clicks.size(), room.size());
  const std::span<const double> curve(room.data(), count);
  std::array<double, kLongestList> values;
  std::array<double, kLongestList> ascent;
  const std::span<double> estimates = std::span(values).first(count);
  const ShownScores scores(search);
  const auto shown = scores.all().first(count);
  step.clicked += weigh_clicks(clicks.first(count), curve, floor(), estimates);
  weigh_by_softmax(shown, estimates, step.weights.first(count));
  weigh_clicks(clicks.first(count), shown, floor(), estimates);
  weigh_by_softmax(curve, estimates, std::span(ascent).first(count));
  for (std::size_t rank = 0; rank < count; ++rank)
    step.room(static_cast<Index>(rank)) += curve_rate_ * ascent[rank];
}

Examination DualLearner::learned_examination(const VectorView& model) const {
  Examination learned;
  const auto numbers = model.tail(room());
  for (const double number : numbers)
    learned.propensity.push_back(portable_exp(number - numbers(0)));
  return learned;
}

LearnerMethod dual_learner() {
  return log_learner_method(
      "dla", "a ranker and propensities, each learned by the other's weights",
      "Ai et al. (SIGIR 2018)", {kCurveRate},
      [](const LearnerOptions& options, std::shared_ptr<const Ranker> ranker) {
        return std::make_shared<DualLearner>(options, std::move(ranker));
      },
      {.room = [](const RoomShape& shape) { return shape.list; }});
}

}  // namespace fedltr
