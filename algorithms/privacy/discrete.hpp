#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <utility>

namespace fedltr {

/// Source of uniform bits, 64 per call: from the seed in a simulation, from the
/// operating system's generator for real data.
using Bits = std::function<std::uint64_t()>;

/// Uniform in {0, ..., bound - 1}, without bias.
/// @param bound  > 0
std::uint64_t uniform_below(std::uint64_t bound, const Bits& bits);

/// Moves `first` of the values, drawn at random, to the front.
template <class T>
void partial_shuffle(std::span<T> values, std::size_t first, const Bits& bits) {
  for (std::size_t i = 0; i < first; ++i)
    std::swap(values[i], values[i + uniform_below(values.size() - i, bits)]);
}

// The exact samplers of Canonne, Kamath and Steinke (NeurIPS 2020). They use
// only integers and fair bits, so there is no rounding for an attacker to
// exploit (Mironov, CCS 2012).

/// True with probability e^{-numerator / denominator} (their algorithm 1).
/// @param denominator  1 to 2^52
bool bernoulli_exp(std::uint64_t numerator, std::uint64_t denominator,
                   const Bits& bits);

/// Draws x with probability proportional to e^{-|x| / scale} (their algorithm
/// 2).
/// @param scale  1 to 2^20
std::int64_t discrete_laplace(std::uint64_t scale, const Bits& bits);

/// The same with a rational scale: draws x with probability proportional to
/// e^{-|x| denominator / numerator}.
/// @param numerator, denominator  1 to 2^32
std::int64_t discrete_laplace(std::uint64_t numerator,
                              std::uint64_t denominator, const Bits& bits);

/// Draws x with probability proportional to e^{-x^2 / (2 deviation^2)} (their
/// algorithm 3, from Laplace draws of scale `deviation`).
/// @param deviation  1 to 2^20
std::int64_t discrete_gaussian(std::uint64_t deviation, const Bits& bits);

/// Draws one of `shares` independent values whose sum has the distribution of
/// discrete_laplace(scale): the difference of two Polya variables, which are
/// negative binomial of size 1 / shares (Goryczka and Xiong, "A comprehensive
/// comparison of multiparty secure additions with differential privacy", TDSC
/// 2017). The values are integers, but their probabilities are accurate only to
/// double precision, not exact as above.
std::int64_t discrete_laplace_share(std::uint64_t scale, std::uint64_t shares,
                                    const Bits& bits);

}  // namespace fedltr
