#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "algorithms/silo/bytes.hpp"

// Encoding of an answer's numbers in a tenth of their bytes or less, lossless
// to the bit. A group holds one answer's values of one term in one document:
// integers plus noise that all may share. So a group has few different numbers,
// an integer apart except for rounding:
//
//   byte    kRaw: the numbers as they are in memory
//           kWhole: the numbers, integers, 2 bytes each
//           else w, 0 to 6, and kRounded: there are roundings
//   number  the one nearest to zero, whose rounding is the finest
//   byte    its slot, unless w is 0
//   2 bits  if there are roundings, for each of 2^w slots, from the lowest:
//           0 as computed, 1 the next number away from zero, 2 the next towards
//   w bits  each number's slot; slot s stands for the number above, plus s,
//           minus its slot
//
// The message is a function of the numbers, so it reveals no more than they do.
namespace fedltr {

/// Maximum number of values in a group.
inline constexpr std::size_t kMostPacked = 4096;

/// @param values  1 to kMostPacked, of any kind
void pack(std::span<const double> values, ByteWriter& to);
void pack(std::span<const float> values, ByteWriter& to);
/// The same number of bytes.
void pack(std::span<const double> values, ByteCounter& to);
void pack(std::span<const float> values, ByteCounter& to);

/// @param values  overwritten; the number of packed values, 1 to kMostPacked
/// @throws std::invalid_argument if bytes are missing or form no group
void unpack(ByteReader& from, std::span<double> values);
void unpack(ByteReader& from, std::span<float> values);

}  // namespace fedltr
