#include "algorithms/ranking/rescaled.hpp"

#include "algorithms/core/require.hpp"

namespace fedltr {
namespace {

/// Moves the weights of one unit, and returns what its bias gains:
/// w (x - m) / s = w' (x - m') / s' + gain.
double rescale_unit(Eigen::Ref<Vector> weights, const FeatureScale& from,
                    const FeatureScale& to) {
  double gain = 0;
  for (Index i = 0; i < weights.size(); ++i) {
    if (from.deviations(i) == 0) {
      weights(i) = 0;
      continue;
    }
    const double slope = weights(i) / from.deviations(i);
    // A feature that is constant in the new set counts by its mean alone.
    gain += slope * (to.means(i) - from.means(i));
    if (to.deviations(i) != from.deviations(i))
      weights(i) = slope * to.deviations(i);
  }
  return gain;
}

}  // namespace

Vector rescaled(const Vector& published, Index hidden, const FeatureScale& from,
                const FeatureScale& to) {
  const Index features = from.means.size();
  require(to.means.size() == features &&
              published.size() ==
                  (hidden == 0 ? features : (features + 2) * hidden),
          "a model and its scales have the same features");
  Vector moved = published;
  if (hidden == 0) {
    rescale_unit(moved, from, to);
    return moved;
  }
  for (Index unit = 0; unit < hidden; ++unit)
    moved(features * hidden + unit) +=
        rescale_unit(moved.segment(unit * features, features), from, to);
  return moved;
}

}  // namespace fedltr
