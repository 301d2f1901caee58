#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "algorithms/core/linalg.hpp"

namespace fedltr {

/// Number, sums and sums of squares of features: what parties add up to scale
/// together.
struct FeatureMoments {
  double count = 0;
  Vector sums;            ///< #features
  Vector squares;         ///< #features
  double resolution = 0;  ///< what sums and squares may be off by

  /// @param features  #instances by #features
  static FeatureMoments of(const MatrixView& features);
};

/// Moments as whole numbers that add up modulo 2^64, so that masks hide them:
/// two for each, what is before the point and 2^-48ths.
/// @throws std::invalid_argument beyond 2^62
std::vector<std::uint64_t> ring_of(const FeatureMoments& moments);
/// Of a sum over parties, fewer than 2^14.
FeatureMoments moments_of_ring(std::span<const std::uint64_t> sum);
/// How many there are.
constexpr std::size_t ring_numbers(Index features) {
  return 2 * (1 + 2 * features);
}
/// Whether so many parties can have these moments: an instance at least;
/// squares at least those of the means (Cauchy).
bool are_moments(std::span<const std::uint64_t> sum, std::size_t parties);

/// Standardises features: (x - mean) / deviation; a feature that never changes
/// becomes 0.
class Scaling {
 public:
  /// Changes nothing.
  explicit Scaling(Index features);
  /// A feature whose deviation is less than 1e-7 of its mean counts as one that
  /// never changes: sums of squares have no digits for it.
  /// @param moments  of one instance or more
  explicit Scaling(const FeatureMoments& moments);
  /// Standardises features by themselves, and sees deviations of 1e-12 of their
  /// mean.
  /// @param features  one instance or more
  static Scaling of(const MatrixView& features);

  Matrix apply(const MatrixView& features) const;

  /// The linear scores that, on features as they are, equal `scores` on scaled
  /// ones.
  /// @param scores  #outputs by #features + 1, the last column the constants
  Matrix folded(const MatrixView& scores) const;

 private:
  Vector means_;
  Vector factors_;  ///< 1 / deviation
};

}  // namespace fedltr
