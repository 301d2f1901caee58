#pragma once

#include "algorithms/core/linalg.hpp"
#include "algorithms/privacy/discrete.hpp"

namespace fedltr {

/// Noise on an integer grid for a client's update, enough for whoever sees the
/// client's own message: the sound forms of FPDGD's mechanism.
///
/// The update (local less global model) is clipped to half the sensitivity, so
/// that replacing a client's data moves it by no more than the sensitivity; it
/// is rounded towards zero onto the grid, which shortens it; each coordinate
/// gets exact discrete noise.
struct GridNoise {
  enum class Kind { kLaplace, kGaussian };

  Kind kind = Kind::kGaussian;
  double sensitivity = 1;  ///< L1 for Laplace, L2 for Gaussian
  double step = 1;         ///< of the grid, a power of two
  /// Laplace: its scale; Gaussian: its variance; in steps.
  std::uint64_t spread = 1;

  /// Standard deviation (Gaussian) or scale (Laplace) in units of the update.
  double width() const;

  /// message <- global + clipped, rounded, noisy update.
  void release(Eigen::Ref<Vector> message, const VectorView& global,
               const Bits& bits) const;
};

/// Discrete Laplace noise that gives `epsilon` a release.
GridNoise laplace_noise(double epsilon, double sensitivity);

/// Discrete Gaussian noise that gives (epsilon, delta) a release.
GridNoise gaussian_noise(double epsilon, double delta, double sensitivity);

/// The least deviation of Gaussian noise, over the sensitivity, that gives
/// (epsilon, delta): the analytic calibration of Balle and Wang (ICML 2018),
/// theorem 8; right for any epsilon, where sqrt(2 log(1.25 / delta)) / epsilon
/// is so below 1 only.
double gaussian_multiplier(double epsilon, double delta);

}  // namespace fedltr
