#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "algorithms/privacy/discrete.hpp"
#include "algorithms/privacy/key_stream.hpp"

namespace fedltr {

/// A share of a secret: points of five polynomials over the integers modulo
/// 2^61 - 1, each of which holds 56 bits of the secret (the last one 32).
using Share = std::array<std::uint64_t, 5>;

/// Splits a secret: any `threshold` shares give it back, fewer say nothing of
/// it. Shamir, "How to share a secret" (CACM 1979).
///
/// @param threshold  1 to `shares`
/// @param random     for the other coefficients
/// @return           the polynomials at 1, 2, ..., `shares`
std::vector<Share> split_secret(const Secret& secret, std::uint32_t threshold,
                                std::uint32_t shares, const Bits& random);

/// The secret whose polynomials pass through these points, if they are one's:
/// as many as the threshold are needed. What they come from is hostile.
///
/// @param points  where, from 1, no two equal
/// @param shares  at these; as many, at least one
/// @return        nothing, if no secret has such shares
std::optional<Secret> join_shares(std::span<const std::uint32_t> points,
                                  std::span<const Share> shares);

}  // namespace fedltr
