#include "algorithms/privacy/protected_sum.hpp"

#include <cmath>

#include <doctest/doctest.h>

#include "algorithms/privacy/gaussian.hpp"
#include "tests/support/secure_federation.hpp"

namespace fedltr::protected_sum_test {
namespace {

using test::random_words;
using test::sum_of;
using test::Words;

/// Numbers from -1 to 1 that no fixed point holds exactly.
Vector part_of(std::uint32_t client, Index size = 5) {
  Rng rng(3, Purpose::kTest, client);
  Vector part(size);
  for (double& value : part) value = 2 * rng.uniform() - 1;
  return part;
}

SumProtection masks() {
  SumProtection protection;
  protection.masks = true;
  protection.seed = 7;
  return protection;
}

SumProtection noise(double epsilon, std::uint64_t seed = 7) {
  SumProtection protection;
  protection.epsilon = epsilon;
  protection.seed = seed;
  return protection;
}

}  // namespace

TEST_CASE("a sum under masks has the words of the plain sum, exactly") {
  for (const std::uint32_t clients : {3U, 20U, 100U}) {
    CAPTURE(clients);
    const auto values = random_words(clients, 36);
    const Words sum = add_masked(
        clients, [&](std::uint32_t i) { return values[i]; }, 36, {}, 7);
    CHECK(sum == sum_of(values));
  }
}

TEST_CASE("masks change a sum by the rounding of its parts alone") {
  constexpr std::uint32_t kClients = 30;
  const auto part = [](std::uint32_t i) { return part_of(i); };
  const Vector plain = add_up(kClients, part, 5, kClients, {}).sum;
  Vector expected = Vector::Zero(5);
  for (std::uint32_t i = 0; i < kClients; ++i) expected += part_of(i);
  CHECK(plain == expected);
  const ProtectedSum masked = add_up(kClients, part, 5, kClients, masks());
  CHECK(masked.variance == 0);
  CHECK(masked.sum != plain);
  CHECK((masked.sum - plain).cwiseAbs().maxCoeff() <= kClients / 2 * 0x1p-40);
  // No order changes a bit.
  const auto reversed = [](std::uint32_t i) {
    return part_of(kClients - 1 - i);
  };
  CHECK(add_up(kClients, reversed, 5, kClients, masks()).sum == masked.sum);
}

TEST_CASE("the scale of a sum leaves room for its limit") {
  const auto sum_of_thirds = [](double limit) {
    const auto part = [](std::uint32_t) {
      return Vector::Constant(1, 1.0 / 3);
    };
    return add_up(30, part, 1, limit, masks()).sum(0);
  };
  // Steps of 2^-40 and of 2^-36, of which a part is rounded by a third.
  CHECK(std::abs(sum_of_thirds(30) - 10) == doctest::Approx(10 * 0x1p-40));
  CHECK(std::abs(sum_of_thirds(1e8) - 10) == doctest::Approx(10 * 0x1p-36));
  CHECK_THROWS_WITH_AS(
      add_up(
          3, [](std::uint32_t) { return Vector::Constant(1, 1e3); }, 1, 100,
          masks()),
      "a client's part of a sum is beyond its limit", std::invalid_argument);
}

TEST_CASE("a sum under masks needs three clients") {
  const auto part = [](std::uint32_t i) { return part_of(i); };
  CHECK_THROWS_WITH_AS(add_up(2, part, 5, 9, masks()),
                       doctest::Contains("needs 3 clients"),
                       std::invalid_argument);
}

TEST_CASE("noise has the deviation that epsilon needs, whole or in shares") {
  for (const double epsilon : {0.5, 1.0, 8.0})
    for (const bool masked : {false, true}) {
      CAPTURE(epsilon);
      SumProtection protection = noise(epsilon);
      protection.masks = masked;
      const GridNoise whole = protection.noise(100);
      CHECK(whole.shares == (masked ? 70 : 1));
      CHECK(gaussian_epsilon(whole.width() / 2, 1e-6) <= epsilon);
      CHECK(gaussian_epsilon(whole.width() / 2.001, 1e-6) > epsilon);
    }
  SumProtection lied_to = noise(1);
  lied_to.masks = lied_to.tolerance.lies = true;
  CHECK(lied_to.noise(100).shares == 62);
}

TEST_CASE("the sum of all clients' noise has the variance that is stated") {
  constexpr Index kSize = 3000;
  const auto nothing = [](std::uint32_t) { return Vector::Zero(kSize); };
  for (const bool masked : {false, true}) {
    SumProtection protection = noise(2);
    protection.masks = masked;
    const ProtectedSum found = add_up(10, nothing, kSize, 1, protection);
    CHECK(found.sum.squaredNorm() / kSize ==
          doctest::Approx(found.variance).epsilon(0.08));
  }
}

TEST_CASE("noise covers a part of any size, which moves a sum by 1 at most") {
  for (const bool masked : {false, true}) {
    SumProtection protection = noise(1);
    protection.masks = masked;
    const auto sum_with = [&](double scale) {
      const auto part = [&](std::uint32_t i) {
        return Vector(i == 2 ? scale * part_of(i) : part_of(i));
      };
      return add_up(4, part, 5, 1, protection).sum;
    };
    const Vector moved = sum_with(1e9) - sum_with(0);
    CHECK(moved.norm() <= 1);
    CHECK(moved.norm() > 1 - 1e-4);
  }
}

TEST_CASE("noise is drawn by the seed") {
  const auto part = [](std::uint32_t i) { return part_of(i); };
  const Vector sum = add_up(4, part, 5, 1, noise(1)).sum;
  CHECK(add_up(4, part, 5, 1, noise(1)).sum == sum);
  CHECK(add_up(4, part, 5, 1, noise(1, 8)).sum != sum);
}

}  // namespace fedltr::protected_sum_test
