#pragma once

#include <cstdint>
#include <span>

#include "algorithms/core/linalg.hpp"

namespace fedltr {

/// Numbers as multiples of a quantum in integers modulo 2^64, two's complement,
/// so that they add up exactly and in any order. Nothing saturates: what is out
/// of range is refused where it is encoded, and fixed_point_for() has seen to
/// it that sums of what is in range stay within 63 bits.
struct FixedPoint {
  double quantum = 1;  ///< a power of two
  double limit = 1;    ///< largest magnitude of a number

  /// words = weight * round(values / quantum)
  /// @param words  as many as values; nonsense if it fails
  /// @return       whether all values are numbers within the limit
  bool encode(const VectorView& values, std::uint64_t weight,
              std::span<std::uint64_t> words) const;
  Vector decode(std::span<const std::uint64_t> words) const;
};

/// @param limit    above 0
/// @param weights  most that the weights of one sum add up to, above 0
/// @param quantum  a power of two; 0: the finest that fits, from 2^-40 to 2^-20
/// @throws std::invalid_argument  with the numbers, unless
///                                weights * (limit / quantum + 1) < 2^63
FixedPoint fixed_point_for(double limit, double weights, double quantum = 0);

}  // namespace fedltr
