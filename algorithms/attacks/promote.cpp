#include "algorithms/attacks/promote.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "algorithms/attacks/honest_drift.hpp"
#include "algorithms/attacks/min_max.hpp"
#include "algorithms/core/require.hpp"

namespace fedltr {

const Parameter kPromotedFeature =
    whole_parameter("promote.feature", 1, 1, 1000000,
                    "feature to push up, by its place in the data, from 1");

namespace {

const Parameter kPromoteStep =
    strength_parameter("promote.step", 1,
                       "step that raises the feature, in typical deviations of "
                       "an honest model");
const Parameter kPromoteStealthy = flag_parameter(
    "promote.stealthy", false,
    "yes: no farther from any honest model that the attackers know than the "
    "two farthest apart");

/// Unit vector in which a document that has only this feature gains most on one
/// without any; zero if it can't gain.
/// @param feature  from 0
/// @throws std::invalid_argument  if the data has no such feature
Vector rise_of(const AttackOptions& options, const Vector& global,
               Index feature) {
  const Index features = options.ranker ? options.features : global.size();
  require(feature < features, kPromotedFeature.name + ": the data has " +
                                  std::to_string(features) + " features");
  if (!options.ranker) return Vector::Unit(features, feature);
  Matrix pair = Matrix::Zero(2, features);
  pair(0, feature) = 1;
  Vector scores(2);
  Activations kept;
  options.ranker->score_keeping(global, pair, scores, kept);
  Vector rise = Vector::Zero(global.size());
  const std::array<Index, 2> documents = {0, 1};
  const std::array<double, 2> weights = {1, -1};
  options.ranker->step_from(kept, global, pair, documents, weights, rise);
  const double length = rise.stableNorm();
  if (!(length > 0) || !std::isfinite(length))
    return Vector::Zero(global.size());
  return rise / length;
}

std::unique_ptr<Attack> make_promotion(const AttackOptions& options) {
  const Index feature = options.parameters.whole<Index>(kPromotedFeature) - 1;
  const double push = options.parameters.real(kPromoteStep);
  const bool stealthy = options.parameters.flag(kPromoteStealthy);
  return with_drift([=](const AttackInput& input, const HonestDrift& drift) {
    const Vector way =
        std::copysign(1.0, push) * rise_of(options, input.global, feature);
    double step = std::abs(push) * drift.typical();
    if (stealthy)
      step = std::min(step, room_among(input.honest, drift.mean(), way));
    return for_all(drift.mean() + step * way, input.attackers);
  });
}

}  // namespace

AttackMethod promote_attack() {
  return {"promote",
          "a step that raises documents with a high value of one feature",
          "fedltr; stealthy: after Shejwalkar and Houmansadr (NDSS 2021)",
          {kPromotedFeature, kPromoteStep, kPromoteStealthy},
          make_promotion,
          {.on_models = true, .promotes = true}};
}

Promotion promotion_by(const Ranker& ranker, const Vector& parameters,
                       const Dataset& data, Index feature) {
  require(feature >= 1 && feature <= data.features(), "no such feature");
  Promotion sum;
  std::vector<double> room;
  Vector scores(longest_query(data));
  for (Index query = 0; query < data.queries(); ++query) {
    if (data.size(query) == 0) continue;
    const auto features = data.features_of(query, room);
    const auto column = features.col(feature - 1);
    Index target = 0;
    if (column.maxCoeff(&target) == column.minCoeff()) continue;
    auto of_query = scores.head(data.size(query));
    ranker.score(parameters, features, of_query);
    const double score = of_query(target);
    const auto above = (of_query.array() > score).count();
    const auto level = (of_query.array() == score).count();
    const double rank = static_cast<double>(2 * above + level + 1) / 2;
    sum.rank += rank;
    sum.top_10 += rank <= 10;
    ++sum.queries;
  }
  const auto count = static_cast<double>(sum.queries);
  return {sum.rank / count, sum.top_10 / count, sum.queries};
}

}  // namespace fedltr
