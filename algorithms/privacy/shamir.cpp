#include "algorithms/privacy/shamir.hpp"

#include <algorithm>
#include <cstring>

#include <openssl/crypto.h>

#include "algorithms/core/require.hpp"

namespace fedltr {
namespace {

constexpr std::uint64_t kPrime = (std::uint64_t{1} << 61) - 1;
constexpr std::size_t kLimbBytes = 7;

std::uint64_t add(std::uint64_t a, std::uint64_t b) {
  const std::uint64_t sum = a + b;
  return sum >= kPrime ? sum - kPrime : sum;
}

std::uint64_t subtract(std::uint64_t a, std::uint64_t b) {
  return a >= b ? a - b : a + kPrime - b;
}

std::uint64_t multiply(std::uint64_t a, std::uint64_t b) {
  __extension__ using Wide = unsigned __int128;
  const Wide product = static_cast<Wide>(a) * b;
  // 2^61 is 1 here, so high and low bits are added.
  return add(product & kPrime, product >> 61);
}

/// Inverts by Fermat: value^(p - 2).
std::uint64_t invert(std::uint64_t value) {
  std::uint64_t power = 1;
  for (std::uint64_t exponent = kPrime - 2; exponent > 0; exponent >>= 1) {
    if (exponent & 1) power = multiply(power, value);
    value = multiply(value, value);
  }
  return power;
}

std::uint64_t draw_element(const Bits& random) {
  while (true)
    if (const std::uint64_t drawn = random() >> 3; drawn < kPrime) return drawn;
}

std::size_t limb_size(std::size_t limb) {
  return std::min(kLimbBytes, sizeof(Secret) - limb * kLimbBytes);
}

/// The weight of each share in the value at 0.
std::vector<std::uint64_t> lagrange(std::span<const std::uint32_t> points) {
  std::vector<std::uint64_t> weights;
  for (const std::uint64_t point : points) {
    std::uint64_t above = 1;
    std::uint64_t below = 1;
    for (const std::uint64_t other : points) {
      if (other == point) continue;
      above = multiply(above, other);
      below = multiply(below, subtract(other, point));
    }
    weights.push_back(multiply(above, invert(below)));
  }
  return weights;
}

}  // namespace

std::vector<Share> split_secret(const Secret& secret, std::uint32_t threshold,
                                std::uint32_t shares, const Bits& random) {
  require(threshold >= 1 && threshold <= shares,
          "a threshold is from 1 to the number of shares");
  std::vector<Share> coefficients(threshold);
  for (std::size_t limb = 0; limb < Share().size(); ++limb) {
    std::memcpy(&coefficients[0][limb], secret.data() + limb * kLimbBytes,
                limb_size(limb));
    for (std::uint32_t i = 1; i < threshold; ++i)
      coefficients[i][limb] = draw_element(random);
  }
  std::vector<Share> all(shares);
  // Evaluates five polynomials side by side: none waits for its own product.
  for (std::uint32_t point = 1; point <= shares; ++point)
    for (std::uint32_t i = threshold; i-- > 0;)
      for (std::size_t limb = 0; limb < Share().size(); ++limb)
        all[point - 1][limb] =
            add(multiply(all[point - 1][limb], point), coefficients[i][limb]);
  OPENSSL_cleanse(coefficients.data(), threshold * sizeof(Share));
  return all;
}

std::optional<Secret> join_shares(std::span<const std::uint32_t> points,
                                  std::span<const Share> shares) {
  require(points.size() == shares.size() && !points.empty(),
          "each share has its point");
  const auto weights = lagrange(points);
  Secret secret{};
  for (std::size_t limb = 0; limb < Share().size(); ++limb) {
    std::uint64_t value = 0;
    for (std::size_t i = 0; i < shares.size(); ++i) {
      if (shares[i][limb] >= kPrime) return std::nullopt;
      value = add(value, multiply(weights[i], shares[i][limb]));
    }
    if (value >> 8 * limb_size(limb) != 0) return std::nullopt;
    std::memcpy(secret.data() + limb * kLimbBytes, &value, limb_size(limb));
  }
  return secret;
}

}  // namespace fedltr
