#include "algorithms/privacy/gaussian.hpp"

#include <cmath>

#include "algorithms/core/require.hpp"
#include "algorithms/privacy/sound.hpp"

namespace fedltr {
namespace {

/// Up to this, e^epsilon does not overflow and the Phi it multiplies does not
/// underflow.
constexpr double kMaxExponent = 600;

/// The standard normal distribution function Phi.
double normal_cdf(double x) {
  return std::erfc(-x / std::sqrt(2.0)) / 2;
}

}  // namespace

double gaussian_delta(double multiplier, double epsilon) {
  const double half = 1 / (2 * multiplier);
  const double shift = epsilon * multiplier;
  const double above = normal_cdf(half - shift);
  if (epsilon > kMaxExponent) return above;
  return above - std::exp(epsilon) * normal_cdf(-half - shift);
}

double gaussian_multiplier(double epsilon, double delta) {
  require(
      epsilon >= 1e-5 && epsilon <= kMaxEpsilon && delta >= 1e-30 && delta < 1,
      "Gaussian noise needs an epsilon of 1e-5 to 500 and a delta of 1e-30 "
      "to 1");
  double low = 1e-6;
  double high = 1;
  while (gaussian_delta(high, epsilon) > delta) high *= 2;
  for (int i = 0; i < 200; ++i) {
    const double middle = std::sqrt(low * high);
    (gaussian_delta(middle, epsilon) > delta ? low : high) = middle;
  }
  return high * (1 + 1e-9);  // covers the rounding of gaussian_delta
}

double gaussian_epsilon(double multiplier, double delta) {
  require(
      multiplier > 0 && delta >= 1e-30 && delta < 1,
      "Gaussian noise needs a multiplier above 0 and a delta of 1e-30 to 1");
  if (gaussian_delta(multiplier, 0) <= delta) return 0;
  double low = 0;
  double high = 1;
  while (gaussian_delta(multiplier, high) > delta) high *= 2;
  for (int i = 0; i < 60; ++i) {
    const double middle = (low + high) / 2;
    (gaussian_delta(multiplier, middle) > delta ? low : high) = middle;
  }
  // Hides differences in the last bits of C libraries' functions.
  return std::ceil(high * 1e9) / 1e9;
}

}  // namespace fedltr
