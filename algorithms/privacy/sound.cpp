#include "algorithms/privacy/sound.hpp"

#include <cmath>

#include "algorithms/core/require.hpp"
#include "algorithms/privacy/gamma_laplace.hpp"
#include "algorithms/privacy/gaussian.hpp"

namespace fedltr {
namespace {

/// Minimum number of steps in the width of the noise: rounding then costs the
/// update almost nothing, in integers that the samplers accept.
constexpr double kSteps = 1 << 19;

double grid_step(double width) {
  return std::exp2(std::floor(std::log2(width / kSteps)));
}

}  // namespace

double GridNoise::width() const {
  const double steps = spread;
  return step * (kind == Kind::kLaplace ? steps : steps * std::sqrt(shares));
}

void GridNoise::release(Eigen::Ref<Vector> message, const VectorView& global,
                        const Bits& bits) const {
  message -= global;
  for (double& value : message)
    if (!std::isfinite(value)) value = 0;
  if (kind == Kind::kGaussian) {
    clip_norm(message, sensitivity / 2);
  } else {
    const double norm = message.lpNorm<1>();
    if (norm > sensitivity / 2) message *= sensitivity / 2 / norm;
  }
  for (double& value : message) {
    // The rounding error of the clip is far below a step.
    const double steps = std::trunc(value / step * (1 - 0x1p-30));
    value = step * (steps + draw(bits));
  }
  message += global;
}

std::int64_t GridNoise::draw(const Bits& bits) const {
  if (kind == Kind::kGaussian) return discrete_gaussian(spread, bits);
  return shares == 1 ? discrete_laplace(spread, bits)
                     : discrete_laplace_share(spread, shares, bits);
}

GridNoise laplace_noise(double epsilon, double sensitivity,
                        std::uint64_t shares) {
  require(epsilon > 0 && epsilon <= kMaxEpsilon && sensitivity > 0,
          "Laplace noise needs 0 < epsilon <= 500 and sensitivity > 0");
  const double scale = sensitivity / epsilon;
  const double step = grid_step(scale);
  return {GridNoise::Kind::kLaplace, sensitivity, step,
          static_cast<std::uint64_t>(std::ceil(scale / step)), shares};
}

GridNoise gaussian_noise(double epsilon, double delta, double sensitivity,
                         std::uint64_t shares) {
  require(sensitivity > 0, "Gaussian noise needs sensitivity > 0");
  const double deviation =
      gaussian_multiplier(epsilon, delta) * sensitivity / std::sqrt(shares);
  const double step = grid_step(deviation);
  return {GridNoise::Kind::kGaussian, sensitivity, step,
          static_cast<std::uint64_t>(std::ceil(deviation / step)), shares};
}

}  // namespace fedltr
