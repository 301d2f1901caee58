#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <utility>

namespace fedltr {

/// Uniform bits, 64 at a call: in a simulation from the seed, for real data
/// from the operating system's generator.
using Bits = std::function<std::uint64_t()>;

/// Uniform in {0, ..., bound - 1}, without bias.
/// @param bound  > 0
std::uint64_t uniform_below(std::uint64_t bound, const Bits& bits);

/// Puts so many of the values, drawn at random, in front.
template <class T>
void partial_shuffle(std::span<T> values, std::size_t first, const Bits& bits) {
  for (std::size_t i = 0; i < first; ++i)
    std::swap(values[i], values[i + uniform_below(values.size() - i, bits)]);
}

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

/// The same for a rational scale: x with probability proportional to
/// e^{-|x| denominator / numerator}.
/// @param numerator, denominator  1 to 2^32
std::int64_t discrete_laplace(std::uint64_t numerator,
                              std::uint64_t denominator, const Bits& bits);

/// x with probability proportional to e^{-x^2 / (2 deviation^2)}. Their
/// algorithm 3, with a Laplace of the deviation as its scale.
/// @param deviation  1 to 2^20
std::int64_t discrete_gaussian(std::uint64_t deviation, const Bits& bits);

/// One of `shares` independent draws whose sum has the distribution of
/// discrete_laplace(scale): the difference of two Polya variables, which are
/// negative binomial of size 1 / shares (Goryczka and Xiong, "A comprehensive
/// comparison of multiparty secure additions with differential privacy", TDSC
/// 2017). Integers, but their probabilities are right to a double's precision
/// only, not exactly as above.
std::int64_t discrete_laplace_share(std::uint64_t scale, std::uint64_t shares,
                                    const Bits& bits);

}  // namespace fedltr
