#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string_view>
#include <vector>

#include "algorithms/privacy/key_stream.hpp"

namespace fedltr {

/// The secret shared with each other party, by the party's number.
using PairSecrets = std::map<std::uint32_t, Secret>;

/// Hides a party's numbers from anyone who sees its message, but keeps the sum
/// over all parties: in each pair, the party of lower number adds a stream of
/// uniform 64-bit numbers and the other subtracts it, modulo 2^64. A single
/// message, or any sum that lacks a party, is uniform.
///
/// Bonawitz et al. (CCS 2017), section 4, masking with one-time pads, without
/// their recovery from dropouts: all parties of `secrets` must take part, else
/// the sum is random (companies do not drop out; if one does, the others agree
/// on keys among themselves and start again).
///
/// @param values   replaced; negative numbers in two's complement
/// @param own      this party's number, not among the keys of `secrets`
/// @param purpose  of the sum: streams of different purposes are independent
/// @param round    its masks hide one sum: use each number once per purpose
void mask(std::span<std::uint64_t> values, std::uint32_t own,
          const PairSecrets& secrets, std::string_view purpose,
          std::uint64_t round);

/// Sum of all parties' masked numbers modulo 2^64, in which the masks cancel.
/// @param messages  one per party, all of one size, at least one
std::vector<std::uint64_t> sum_masked(
    std::span<const std::vector<std::uint64_t>> messages);

}  // namespace fedltr
