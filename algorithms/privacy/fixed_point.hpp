#pragma once

#include <cstdint>
#include <span>

#include "algorithms/core/linalg.hpp"

namespace fedltr {

/// Encodes numbers as multiples of a quantum in integers modulo 2^64, two's
/// complement, so that sums are exact and independent of order. Nothing
/// saturates: encode() rejects values out of range, and fixed_point_for()
/// ensures that sums of values in range stay within 63 bits.
struct FixedPoint {
  double quantum = 1;  ///< a power of two
  double limit = 1;    ///< largest magnitude of a number

  /// words = weight * round(values / quantum)
  /// @param words  one per value; invalid if encode() returns false
  /// @return       true if all values are numbers within the limit
  bool encode(const VectorView& values, std::uint64_t weight,
              std::span<std::uint64_t> words) const;
  Vector decode(std::span<const std::uint64_t> words) const;
};

/// @param limit    above 0
/// @param weights  maximum total of the weights in one sum, above 0
/// @param quantum  a power of two; 0 = the finest that fits, 2^-40 to 2^-20
/// @throws std::invalid_argument  with the numbers, unless
///                                weights * (limit / quantum + 1) < 2^63
FixedPoint fixed_point_for(double limit, double weights, double quantum = 0);

}  // namespace fedltr
