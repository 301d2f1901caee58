#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "algorithms/privacy/discrete.hpp"
#include "algorithms/privacy/key_stream.hpp"

namespace fedltr {

/// A share of a secret: values of five polynomials over the integers modulo
/// 2^61 - 1, each of which holds 56 bits of the secret (the last one 32).
using Share = std::array<std::uint64_t, 5>;

/// Splits a secret: any `threshold` shares recover it, fewer reveal nothing
/// about it. Shamir, "How to share a secret" (CACM 1979).
///
/// @param threshold  1 to `shares`
/// @param random     for the other coefficients
/// @return           values of the polynomials at 1, 2, ..., `shares`
std::vector<Share> split_secret(const Secret& secret, std::uint32_t threshold,
                                std::uint32_t shares, const Bits& random);

/// Recovers the secret whose polynomials pass through these points; needs at
/// least `threshold` points. The input is hostile.
///
/// @param points  arguments, from 1, no two equal
/// @param shares  values at these; equally many, at least one
/// @return        nullopt if no secret has such shares
std::optional<Secret> join_shares(std::span<const std::uint32_t> points,
                                  std::span<const Share> shares);

}  // namespace fedltr
