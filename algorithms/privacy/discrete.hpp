#pragma once

#include <cstdint>
#include <functional>

namespace fedltr {

/// Uniform bits, 64 at a call: in a simulation from the seed, for real data
/// from the operating system's generator.
using Bits = std::function<std::uint64_t()>;

// The exact samplers of Canonne, Kamath and Steinke (NeurIPS 2020): integers
// and fair bits only, so no rounding that an attacker could look through
// (Mironov, CCS 2012).

/// True with probability e^{-numerator / denominator}. Their algorithm 1.
/// @param denominator  1 to 2^52
bool bernoulli_exp(std::uint64_t numerator, std::uint64_t denominator,
                   const Bits& bits);

/// x with probability proportional to e^{-|x| / scale}. Their algorithm 2.
/// @param scale  1 to 2^20
std::int64_t discrete_laplace(std::uint64_t scale, const Bits& bits);

/// x with probability proportional to e^{-x^2 / (2 variance)}. Their
/// algorithm 3.
/// @param variance  1 to 2^22
std::int64_t discrete_gaussian(std::uint64_t variance, const Bits& bits);

}  // namespace fedltr
