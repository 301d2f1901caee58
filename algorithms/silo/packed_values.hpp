#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "algorithms/silo/bytes.hpp"

// Numbers of an answer on the wire, in a tenth of their bytes or less, and bit
// by bit the same when they arrive. A group is what one answer says of one term
// in one document: whole numbers, and noise that all may share. So its numbers
// are few different ones, a whole number apart but for rounding:
//
//   byte    kRaw: the numbers as they stand in memory
//           kWhole: the numbers, whole, 2 bytes each
//           else w, 0 to 6, and kRounded: there are roundings
//   number  the one nearest to zero, whose rounding is the finest
//   byte    its slot, unless w is 0
//   2 bits  if there are roundings, for each of 2^w slots, from the lowest:
//           0 as computed, 1 the next number away from zero, 2 the next towards
//   w bits  each number's slot; slot s stands for the number above, plus s,
//           minus its slot
//
// What is sent is a function of the numbers, so it tells no more than they do.
namespace fedltr {

/// Numbers of a group.
inline constexpr std::size_t kMostPacked = 4096;

/// @param values  1 to kMostPacked of them, of any kind
void pack(std::span<const double> values, ByteWriter& to);
void pack(std::span<const float> values, ByteWriter& to);

/// @param values  overwritten by as many as were packed, 1 to kMostPacked
/// @throws std::invalid_argument for bytes that are too few or no group
void unpack(ByteReader& from, std::span<double> values);
void unpack(ByteReader& from, std::span<float> values);

}  // namespace fedltr
