#include "algorithms/privacy/discrete.hpp"

#include <cmath>

#include "algorithms/core/math.hpp"
#include "algorithms/core/require.hpp"

namespace fedltr {
namespace {

/// True with probability e^{-numerator / denominator}, a quotient of at most 1.
bool bernoulli_exp_small(std::uint64_t numerator, std::uint64_t denominator,
                         const Bits& bits) {
  std::uint64_t k = 1;
  while (uniform_below(denominator * k, bits) < numerator) ++k;
  return k % 2 == 1;
}

/// Uniform in (0, 1).
double open_uniform(const Bits& bits) {
  return ((bits() >> 12) + 0.5) * 0x1p-52;
}

std::uint64_t poisson(double mean, const Bits& bits) {
  const double least = portable_exp(-mean);
  std::uint64_t count = 0;
  double product = open_uniform(bits);
  while (product > least) {
    product *= open_uniform(bits);
    ++count;
  }
  return count;
}

/// x >= 1 with probability proportional to q^x / x: Kemp (Applied Statistics
/// 1981), algorithm LK.
/// @param log_rest  log(1 - q)
std::uint64_t logarithmic(double log_rest, const Bits& bits) {
  const double q_of_draw = 1 - portable_exp(log_rest * open_uniform(bits));
  const double drawn = open_uniform(bits);
  if (drawn > q_of_draw) return 1;
  return 1 + static_cast<std::uint64_t>(portable_log(drawn) /
                                        portable_log(q_of_draw));
}

/// Negative binomial of size 1 / shares: a Poisson number of logarithmic
/// variables.
std::uint64_t polya(double log_rest, std::uint64_t shares, const Bits& bits) {
  std::uint64_t sum = 0;
  for (std::uint64_t left = poisson(-log_rest / shares, bits); left > 0; --left)
    sum += logarithmic(log_rest, bits);
  return sum;
}

}  // namespace

std::uint64_t uniform_below(std::uint64_t bound, const Bits& bits) {
  const std::uint64_t least = -bound % bound;  // 2^64 mod bound
  while (true) {
    const std::uint64_t drawn = bits();
    if (drawn >= least) return drawn % bound;
  }
}

bool bernoulli_exp(std::uint64_t numerator, std::uint64_t denominator,
                   const Bits& bits) {
  for (; numerator > denominator; numerator -= denominator)
    if (!bernoulli_exp_small(1, 1, bits)) return false;
  return bernoulli_exp_small(numerator, denominator, bits);
}

std::int64_t discrete_laplace(std::uint64_t scale, const Bits& bits) {
  require(scale >= 1 && scale <= 1U << 20,
          "discrete Laplace noise needs a scale of 1 to 2^20");
  return discrete_laplace(scale, 1, bits);
}

std::int64_t discrete_laplace(std::uint64_t numerator,
                              std::uint64_t denominator, const Bits& bits) {
  constexpr std::uint64_t kMost = std::uint64_t{1} << 32;
  require(numerator >= 1 && numerator <= kMost && denominator >= 1 &&
              denominator <= kMost,
          "discrete Laplace noise needs a scale between numbers of 1 to 2^32");
  while (true) {
    const std::uint64_t rest = uniform_below(numerator, bits);
    if (!bernoulli_exp(rest, numerator, bits)) continue;
    std::uint64_t whole = 0;
    while (bernoulli_exp_small(1, 1, bits)) ++whole;
    const std::int64_t magnitude = (rest + numerator * whole) / denominator;
    const bool negative = (bits() & 1) != 0;
    if (negative && magnitude == 0) continue;  // draw zero once, not twice
    return negative ? -magnitude : magnitude;
  }
}

std::int64_t discrete_laplace_share(std::uint64_t scale, std::uint64_t shares,
                                    const Bits& bits) {
  require(scale >= 1 && scale <= 1U << 20 && shares >= 1,
          "a share of discrete Laplace noise needs a scale of 1 to 2^20 and at "
          "least one share");
  const double log_rest = portable_log(1 - portable_exp(-1.0 / scale));
  const std::int64_t up = polya(log_rest, shares, bits);
  return up - polya(log_rest, shares, bits);
}

std::int64_t discrete_gaussian(std::uint64_t deviation, const Bits& bits) {
  require(deviation >= 1 && deviation <= 1U << 20,
          "discrete Gaussian noise needs a deviation of 1 to 2^20");
  while (true) {
    const std::int64_t drawn = discrete_laplace(deviation, bits);
    // (|x| - variance / scale)^2 / (2 variance), where scale^2 is the variance.
    const std::uint64_t miss =
        std::abs(std::abs(drawn) - static_cast<std::int64_t>(deviation));
    if (miss >= std::uint64_t{1} << 32) continue;  // probability below e^-2^23
    if (bernoulli_exp(miss * miss, 2 * deviation * deviation, bits))
      return drawn;
  }
}

}  // namespace fedltr
