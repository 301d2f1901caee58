#pragma once

#include "algorithms/core/linalg.hpp"
#include "algorithms/privacy/discrete.hpp"

namespace fedltr {

/// Largest epsilon of a release: beyond it, noise would be nothing but form.
inline constexpr double kMaxEpsilon = 500;

/// Noise on an integer grid for a client's update: the sound forms of FPDGD's
/// mechanism. With one share each message is protected from whoever sees it;
/// with more, only sums of at least so many messages are, which is what secure
/// aggregation shows, and clients beyond that number may drop out.
///
/// The update (local less global model) is clipped to half the sensitivity, so
/// that replacing a client's data moves it by no more than the sensitivity; it
/// is rounded towards zero onto the grid, which shortens it; each coordinate
/// gets discrete noise: exact, or a share of it. Shares of a Gaussian are
/// Gaussian themselves; at 2^19 steps a deviation, their sum differs from
/// the discrete Gaussian by less than e^-10^12 (Kairouz, Liu and Steinke, ICML
/// 2021, theorem 1).
struct GridNoise {
  enum class Kind { kLaplace, kGaussian };

  Kind kind = Kind::kGaussian;
  double sensitivity = 1;  ///< L1 for Laplace, L2 for Gaussian
  double step = 1;         ///< of the grid, a power of two
  /// Laplace: scale of the whole; Gaussian: deviation of a share; in steps.
  std::uint64_t spread = 1;
  std::uint64_t shares = 1;  ///< messages that hold the whole noise together

  /// Standard deviation (Gaussian) or scale (Laplace) of the whole, in units of
  /// the update.
  double width() const;

  /// message <- global + clipped, rounded, noisy update. What is not a number
  /// counts as 0: whether a message is refused must not tell of the data.
  void release(Eigen::Ref<Vector> message, const VectorView& global,
               const Bits& bits) const;

  /// The noise of one coordinate of one message, in steps.
  std::int64_t draw(const Bits& bits) const;
};

/// Discrete Laplace noise that gives `epsilon` a release.
/// @param epsilon  above 0, at most kMaxEpsilon; here and below
GridNoise laplace_noise(double epsilon, double sensitivity,
                        std::uint64_t shares = 1);

/// Discrete Gaussian noise that gives (epsilon, delta) a release.
GridNoise gaussian_noise(double epsilon, double delta, double sensitivity,
                         std::uint64_t shares = 1);

}  // namespace fedltr
