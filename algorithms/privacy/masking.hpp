#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string_view>
#include <vector>

#include "algorithms/privacy/key_stream.hpp"

namespace fedltr {

/// What a party has in common with each other one, by their numbers.
using PairSecrets = std::map<std::uint32_t, Secret>;

/// Hides a party's numbers from whoever sees its message, but not the sum over
/// all parties: for each pair the one of lower number adds a stream of uniform
/// 64-bit numbers and the other subtracts it, modulo 2^64. A single message, or
/// any sum that lacks a party, is uniform.
///
/// Bonawitz et al. (CCS 2017), section 4, masking with one-time pads, without
/// their recovery from parties that drop out: all parties of `secrets` must
/// take part, else the sum is nonsense (companies do not drop out; where one
/// does, agree among the rest and start again).
///
/// @param values   replaced; two's complement for what is below zero
/// @param own      this party's number, not among the keys of `secrets`
/// @param purpose  what is summed: streams of different purpose have nothing in
///                 common
/// @param round    a purpose's masks hide one sum: never two with one number
void mask(std::span<std::uint64_t> values, std::uint32_t own,
          const PairSecrets& secrets, std::string_view purpose,
          std::uint64_t round);

/// Sum of all parties' masked numbers modulo 2^64, that is without masks.
/// @param messages  one a party, all of one size, at least one
std::vector<std::uint64_t> sum_masked(
    std::span<const std::vector<std::uint64_t>> messages);

}  // namespace fedltr
