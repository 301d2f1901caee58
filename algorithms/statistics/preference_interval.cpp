#include "algorithms/statistics/preference_interval.hpp"

#include <algorithm>
#include <cmath>

#include "algorithms/core/math.hpp"
#include "algorithms/core/require.hpp"

namespace fedltr {
namespace {

/// Narrowest for some 800 units: eight times four.
constexpr double kMixture = 25;
constexpr double kShareOfNumber = 0.1;
constexpr int kPlaces = 1000;

/// Returns how far a martingale of this variance strays at most.
double reach(double variance, double alpha) {
  const double mixed = variance + kMixture;
  return std::sqrt(mixed * portable_log(mixed / (kMixture * alpha * alpha)));
}

}  // namespace

PreferenceInterval preference_interval(const PreferenceSums& sums,
                                       double alpha) {
  require(alpha > 0 && alpha < 1, "alpha is not between 0 and 1");
  double units = 2 * sums.half;
  if (sums.noise > 0) {
    units += 2 * reach(sums.noise, kShareOfNumber * alpha);
    alpha *= 1 - kShareOfNumber;
  }
  const auto is_refuted = [&](double mean) {
    const double slope = 2 * mean - 1;
    const double variance =
        std::max(units, 0.0) / 4 + sums.noise * (1 + slope * slope);
    return std::abs(sums.ahead - slope * sums.half) > reach(variance, alpha);
  };
  int first = kPlaces + 1;
  int last = -1;
  for (int place = 0; place <= kPlaces; ++place) {
    if (is_refuted(double(place) / kPlaces)) continue;
    first = std::min(first, place);
    last = place;
  }
  // Noise alone can refute all.
  if (last < 0) return {};
  return {std::max(first - 1, 0) / double(kPlaces),
          std::min(last + 1, kPlaces) / double(kPlaces)};
}

}  // namespace fedltr
