#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "algorithms/core/linalg.hpp"

namespace fedltr {

/// Number, sums and sums of squares of features, which parties add up to scale
/// together.
struct FeatureMoments {
  double count = 0;
  Vector sums;            ///< #features
  Vector squares;         ///< #features
  double resolution = 0;  ///< error bound of sums and squares

  /// @param features  #instances by #features
  static FeatureMoments of(const MatrixView& features);
};

/// Encodes moments as integers that add up modulo 2^64, so that masks hide
/// them: two for each, the integer part and 2^-48ths.
/// @throws std::invalid_argument beyond 2^62
std::vector<std::uint64_t> ring_of(const FeatureMoments& moments);
/// Decodes a sum over parties, fewer than 2^14.
FeatureMoments moments_of_ring(std::span<const std::uint64_t> sum);
/// Number of integers in that encoding.
constexpr std::size_t ring_numbers(Index features) {
  return 2 * (1 + 2 * features);
}
/// True if `parties` parties can have these moments: at least one instance, and
/// squares at least those of the means (Cauchy).
bool are_moments(std::span<const std::uint64_t> sum, std::size_t parties);

/// Standardises features: (x - mean) / deviation; a constant feature becomes 0.
class Scaling {
 public:
  /// The identity.
  explicit Scaling(Index features);
  /// A feature whose deviation is less than 1e-7 of its mean counts as
  /// constant: sums of squares have no digits for it.
  /// @param moments  of one instance or more
  explicit Scaling(const FeatureMoments& moments);
  /// Standardises features by themselves; recognises deviations down to 1e-12
  /// of their mean.
  /// @param features  one instance or more
  static Scaling of(const MatrixView& features);

  Matrix apply(const MatrixView& features) const;

  /// Returns the linear scores that, on unscaled features, equal `scores` on
  /// scaled ones.
  /// @param scores  #outputs by #features + 1, the last column the constants
  Matrix folded(const MatrixView& scores) const;

 private:
  Vector means_;
  Vector factors_;  ///< 1 / deviation
};

}  // namespace fedltr
