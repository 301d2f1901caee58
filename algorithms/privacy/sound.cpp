#include "algorithms/privacy/sound.hpp"

#include <cmath>

#include "algorithms/core/require.hpp"
#include "algorithms/privacy/gamma_laplace.hpp"

namespace fedltr {
namespace {

/// Steps that the width of the noise spans at least: a fine grid, in integers
/// that the samplers take.
constexpr double kSteps = 512;

double grid_step(double width) {
  return std::exp2(std::floor(std::log2(width / kSteps)));
}

/// Phi
double normal_cdf(double x) {
  return std::erfc(-x / std::sqrt(2.0)) / 2;
}

double gaussian_delta(double multiplier, double epsilon) {
  const double half = 1 / (2 * multiplier);
  const double shift = epsilon * multiplier;
  return normal_cdf(half - shift) -
         std::exp(epsilon) * normal_cdf(-half - shift);
}

}  // namespace

double gaussian_multiplier(double epsilon, double delta) {
  require(epsilon > 0 && epsilon <= 500 && delta > 0 && delta < 1,
          "Gaussian noise needs 0 < epsilon <= 500 and 0 < delta < 1");
  double low = 1e-6;
  double high = 1e6;
  for (int i = 0; i < 200; ++i) {
    const double middle = std::sqrt(low * high);
    (gaussian_delta(middle, epsilon) > delta ? low : high) = middle;
  }
  return high;
}

double GridNoise::width() const {
  const auto steps = static_cast<double>(spread);
  return step * (kind == Kind::kLaplace ? steps : std::sqrt(steps));
}

void GridNoise::release(Eigen::Ref<Vector> message, const VectorView& global,
                        const Bits& bits) const {
  message -= global;
  if (kind == Kind::kGaussian) {
    clip_norm(message, sensitivity / 2);
  } else {
    const double norm = message.lpNorm<1>();
    if (norm > sensitivity / 2) message *= sensitivity / 2 / norm;
  }
  for (double& value : message) {
    // Rounding of the clip's own arithmetic is far below a step.
    const double steps = std::trunc(value / step * (1 - 0x1p-40));
    const std::int64_t noise = kind == Kind::kLaplace
                                   ? discrete_laplace(spread, bits)
                                   : discrete_gaussian(spread, bits);
    value = step * (steps + static_cast<double>(noise));
  }
  message += global;
}

GridNoise laplace_noise(double epsilon, double sensitivity) {
  require(epsilon > 0 && sensitivity > 0,
          "Laplace noise needs epsilon > 0 and sensitivity > 0");
  const double scale = sensitivity / epsilon;
  const double step = grid_step(scale);
  return {GridNoise::Kind::kLaplace, sensitivity, step,
          static_cast<std::uint64_t>(std::ceil(scale / step))};
}

GridNoise gaussian_noise(double epsilon, double delta, double sensitivity) {
  require(sensitivity > 0, "Gaussian noise needs sensitivity > 0");
  const double deviation = gaussian_multiplier(epsilon, delta) * sensitivity;
  const double step = grid_step(deviation);
  return {GridNoise::Kind::kGaussian, sensitivity, step,
          static_cast<std::uint64_t>(
              std::ceil(deviation / step * (deviation / step)))};
}

}  // namespace fedltr
