#include "algorithms/privacy/shamir.hpp"

#include <algorithm>

#include <doctest/doctest.h>

#include "algorithms/core/rng.hpp"
#include "algorithms/privacy/key_agreement.hpp"

namespace fedltr::shamir_test {
namespace {

Bits seeded(std::uint32_t number) {
  return [rng = Rng(1, Purpose::kTest, number, 31)]() mutable { return rng(); };
}

/// The secret from some of the shares.
std::optional<Secret> join(const std::vector<Share>& all,
                           const std::vector<std::uint32_t>& points) {
  std::vector<Share> shares;
  for (const std::uint32_t point : points) shares.push_back(all[point - 1]);
  return join_shares(points, shares);
}

}  // namespace

TEST_CASE("any threshold of shares gives the secret, whichever and however") {
  for (std::uint32_t trial = 0; trial < 200; ++trial) {
    const Bits random = seeded(trial);
    const Secret secret = random_secret(random);
    const auto count = static_cast<std::uint32_t>(1 + random() % 40);
    const auto threshold = static_cast<std::uint32_t>(1 + random() % count);
    const auto all = split_secret(secret, threshold, count, random);
    REQUIRE(all.size() == count);
    std::vector<std::uint32_t> points(count);
    for (std::uint32_t i = 0; i < count; ++i) points[i] = i + 1;
    Rng rng(trial, Purpose::kTest, 32);
    shuffle(std::span(points), rng);
    CHECK(join(all, points) == secret);  // also with more shares than needed
    points.resize(threshold);
    CHECK(join(all, points) == secret);
  }
}

TEST_CASE("extreme secrets survive") {
  for (const int byte : {0, 255}) {
    Secret secret{};
    secret.fill(static_cast<std::uint8_t>(byte));
    const auto all = split_secret(secret, 3, 5, seeded(7));
    CHECK(join(all, {5, 1, 4}) == secret);
  }
}

TEST_CASE("one share fewer is consistent with any other secret") {
  // The first numbers of two shares of a threshold of three: for another first
  // limb there is one third share that gives it. So two reveal nothing.
  const Secret secret = random_secret(seeded(1));
  const auto all = split_secret(secret, 3, 3, seeded(2));
  CHECK_FALSE(join(all, {1, 2}) == secret);
  // And they are uniform: the same secret, shared again and again.
  std::vector<double> counts(16);
  for (std::uint32_t i = 0; i < 1600; ++i)
    ++counts[split_secret(secret, 2, 2, seeded(100 + i))[0][0] >> 57];
  double chi = 0;
  for (const double count : counts) chi += (count - 100) * (count - 100) / 100;
  CHECK(chi < 55);  // 15 degrees of freedom: 1e-6
}

TEST_CASE("shares that are no secret's are refused") {
  const Secret secret = random_secret(seeded(3));
  auto all = split_secret(secret, 3, 5, seeded(4));
  all[1][2] = ~std::uint64_t{0};  // no element of the field
  CHECK_FALSE(join(all, {1, 2, 3}));
  all[1][2] = 12345;
  CHECK_FALSE(join(all, {1, 2, 3}) == secret);
  CHECK(join(all, {1, 3, 4}) == secret);
  CHECK_THROWS_AS(split_secret(secret, 0, 5, seeded(5)), std::invalid_argument);
  CHECK_THROWS_AS(split_secret(secret, 6, 5, seeded(5)), std::invalid_argument);
}

}  // namespace fedltr::shamir_test
