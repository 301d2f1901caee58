#include "algorithms/members/epoch_code.hpp"

#include <cmath>

#include <doctest/doctest.h>

#include "algorithms/core/rng.hpp"
#include "algorithms/privacy/gaussian.hpp"

namespace fedltr {

TEST_CASE("sums of words are sums of parts, to a step, in any order") {
  const EpochCode code{2, 0};
  Vector a(3);
  a << 0.5, -1.25, 1e-12;
  Vector b(3);
  b << -0.5, -0.25, 1;
  const auto x = code.words(a, 1, {});
  const auto y = code.words(b, 1, {});
  std::vector<std::uint64_t> sum(3);
  for (int i = 0; i < 3; ++i) sum[i] = x[i] + y[i];
  CHECK((code.sum_of(sum) - a - b).cwiseAbs().maxCoeff() <= 2 * code.step());
  CHECK(code.step() < 1e-8);
  CHECK(code.mu_squared(1) == 0);
}

TEST_CASE("a part that is too long or not finite is refused") {
  const EpochCode code{1, 0};
  Vector part = Vector::Zero(2);
  part(1) = std::nan("");
  CHECK_THROWS_AS(code.words(part, 1, {}), std::invalid_argument);
  part(1) = 1e7;
  CHECK_THROWS_AS(code.words(part, 1, {}), std::invalid_argument);
}

TEST_CASE("the noise of the honest members left has the agreed variance") {
  // 10 members, of which 2 may fail and 1 may collude.
  const Tolerance tolerance{0.2, 0.1};
  const std::uint32_t honest = honest_members(10, tolerance);
  CHECK(honest == 7);
  const EpochCode code{0.5, 4};
  Rng rng(3, Purpose::kTest);
  const Bits bits = [&] { return rng(); };
  constexpr int kDraws = 4000;
  double squares = 0;
  for (int draw = 0; draw < kDraws / 20; ++draw) {
    Vector sum = Vector::Zero(20);
    for (std::uint32_t member = 0; member < honest; ++member)
      sum += code.sum_of(code.words(Vector::Zero(20), honest, bits));
    squares += sum.squaredNorm();
  }
  // Deviation 4 * 0.5; three deviations of a variance of 4,000 draws.
  const double variance = squares / kDraws;
  CHECK(variance == doctest::Approx(4).epsilon(3 * std::sqrt(2.0 / kDraws)));
  CHECK(code.mu_squared(honest) == doctest::Approx(1.0 / 16).epsilon(1e-4));
  CHECK(code.mu_squared(honest) <= 1.0 / 16);
}

TEST_CASE("releases add up to the epsilon from which the noise was made") {
  const double multiplier = gaussian_multiplier(2, 1e-6) * std::sqrt(50);
  const EpochCode code{1, multiplier};
  const double all = 50 * code.mu_squared(2);
  const double epsilon = gaussian_epsilon(1 / std::sqrt(all), 1e-6);
  CHECK(epsilon <= 2);
  CHECK(epsilon > 1.999);
}

TEST_CASE("few members may leave no honest one") {
  CHECK(honest_members(3, {0.25, 0.25}) == 2);
  CHECK(honest_members(4, {0.25, 0.25}) == 2);
  CHECK(honest_members(2, {0.5, 0.5}) == 0);
}

}  // namespace fedltr
