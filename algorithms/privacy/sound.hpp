#pragma once

#include "algorithms/core/linalg.hpp"
#include "algorithms/privacy/discrete.hpp"

namespace fedltr {

/// Largest epsilon of a release: beyond it, the noise would have no effect.
inline constexpr double kMaxEpsilon = 500;

/// Noise on an integer grid for a client's update: the sound forms of FPDGD's
/// mechanism. With one share, each message is protected against anyone who sees
/// it; with more, only sums of at least `shares` messages are, which is all
/// that secure aggregation reveals, and clients beyond that number may drop
/// out.
///
/// The update (local minus global model) is clipped to half the sensitivity, so
/// that replacing a client's data moves it by at most the sensitivity; it is
/// rounded towards zero onto the grid, which shortens it; each coordinate gets
/// discrete noise: exact, or a share of it. Shares of a Gaussian are Gaussian
/// themselves; at 2^19 steps per deviation, their sum differs from the discrete
/// Gaussian by less than e^-10^12 (Kairouz, Liu and Steinke, ICML 2021, theorem
/// 1).
struct GridNoise {
  enum class Kind { kLaplace, kGaussian };

  Kind kind = Kind::kGaussian;
  double sensitivity = 1;  ///< L1 for Laplace, L2 for Gaussian
  double step = 1;         ///< of the grid, a power of two
  /// Laplace: scale of the whole noise; Gaussian: deviation of a share; in
  /// steps.
  std::uint64_t spread = 1;
  std::uint64_t shares = 1;  ///< messages whose sum holds the whole noise

  /// Standard deviation (Gaussian) or scale (Laplace) of the whole noise, in
  /// units of the update.
  double width() const;

  /// Sets message <- global + clipped, rounded, noisy update. NaN counts as 0:
  /// a refused message must not reveal anything about the data.
  void release(Eigen::Ref<Vector> message, const VectorView& global,
               const Bits& bits) const;

  /// The noise of one coordinate of one message, in steps.
  std::int64_t draw(const Bits& bits) const;
};

/// Discrete Laplace noise that gives `epsilon` per release.
/// @param epsilon  above 0, at most kMaxEpsilon; here and below
GridNoise laplace_noise(double epsilon, double sensitivity,
                        std::uint64_t shares = 1);

/// Discrete Gaussian noise that gives (epsilon, delta) per release.
GridNoise gaussian_noise(double epsilon, double delta, double sensitivity,
                         std::uint64_t shares = 1);

}  // namespace fedltr
