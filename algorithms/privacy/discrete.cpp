#include "algorithms/privacy/discrete.hpp"

#include <cmath>

#include "algorithms/core/require.hpp"

namespace fedltr {
namespace {

/// Uniform in {0, ..., bound - 1}.
std::uint64_t below(std::uint64_t bound, const Bits& bits) {
  const std::uint64_t least = -bound % bound;  // 2^64 mod bound
  while (true) {
    const std::uint64_t drawn = bits();
    if (drawn >= least) return drawn % bound;
  }
}

/// e^{-numerator / denominator} for a quotient of at most 1.
bool bernoulli_exp_small(std::uint64_t numerator, std::uint64_t denominator,
                         const Bits& bits) {
  std::uint64_t k = 1;
  while (below(denominator * k, bits) < numerator) ++k;
  return k % 2 == 1;
}

std::uint64_t integer_root(std::uint64_t value) {
  auto root = static_cast<std::uint64_t>(std::sqrt(static_cast<double>(value)));
  while (root * root > value) --root;
  while ((root + 1) * (root + 1) <= value) ++root;
  return root;
}

}  // namespace

bool bernoulli_exp(std::uint64_t numerator, std::uint64_t denominator,
                   const Bits& bits) {
  for (; numerator > denominator; numerator -= denominator)
    if (!bernoulli_exp_small(1, 1, bits)) return false;
  return bernoulli_exp_small(numerator, denominator, bits);
}

std::int64_t discrete_laplace(std::uint64_t scale, const Bits& bits) {
  require(scale >= 1 && scale <= 1U << 20,
          "discrete Laplace noise needs a scale of 1 to 2^20");
  while (true) {
    const std::uint64_t rest = below(scale, bits);
    if (!bernoulli_exp(rest, scale, bits)) continue;
    std::uint64_t whole = 0;
    while (bernoulli_exp_small(1, 1, bits)) ++whole;
    const auto magnitude = static_cast<std::int64_t>(rest + scale * whole);
    const bool negative = (bits() & 1) != 0;
    if (negative && magnitude == 0) continue;  // zero is drawn once, not twice
    return negative ? -magnitude : magnitude;
  }
}

std::int64_t discrete_gaussian(std::uint64_t variance, const Bits& bits) {
  require(variance >= 1 && variance <= 1U << 22,
          "discrete Gaussian noise needs a variance of 1 to 2^22");
  const std::uint64_t scale = integer_root(variance) + 1;
  while (true) {
    const std::int64_t drawn = discrete_laplace(scale, bits);
    // (|x| - variance / scale)^2 / (2 variance), over a common denominator.
    const auto distance = static_cast<std::int64_t>(
        static_cast<std::uint64_t>(std::abs(drawn)) * scale);
    const auto miss = static_cast<std::uint64_t>(
        std::abs(distance - static_cast<std::int64_t>(variance)));
    if (miss >= std::uint64_t{1} << 32) continue;  // below e^-2^20 anyway
    if (bernoulli_exp(miss * miss, 2 * variance * scale * scale, bits))
      return drawn;
  }
}

}  // namespace fedltr
