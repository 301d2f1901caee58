#include "algorithms/privacy/fixed_point.hpp"

#include <cmath>
#include <limits>

#include <doctest/doctest.h>

#include "algorithms/core/rng.hpp"

namespace fedltr::fixed_point_test {

TEST_CASE("sums of words are weighted sums to half a quantum") {
  const FixedPoint code = fixed_point_for(8, 100 * 9);
  Rng rng(1, Purpose::kTest, 40);
  std::vector<std::uint64_t> sum(50);
  Vector expected = Vector::Zero(50);
  double weights = 0;
  for (int client = 0; client < 100; ++client) {
    Vector values(50);
    for (double& value : values) value = 16 * rng.uniform() - 8;
    const std::uint64_t weight = 1 + rng.below(9);
    std::vector<std::uint64_t> words(50);
    REQUIRE(code.encode(values, weight, words));
    for (std::size_t i = 0; i < 50; ++i) sum[i] += words[i];
    expected += static_cast<double>(weight) * values;
    weights += static_cast<double>(weight);
  }
  const Vector miss = code.decode(sum) - expected;
  CHECK(miss.cwiseAbs().maxCoeff() <= weights * code.quantum / 2 + 1e-12);
}

TEST_CASE("the extremes add up without overflow") {
  const FixedPoint code = fixed_point_for(1024, 1e6);
  for (const double value : {1024.0, -1024.0}) {
    std::vector<std::uint64_t> words(1);
    REQUIRE(code.encode(Vector::Constant(1, value), 1000000, words));
    CHECK(code.decode(words)(0) == value * 1e6);
  }
}

TEST_CASE("NaN and numbers out of range are refused, never cut") {
  const FixedPoint code = fixed_point_for(8, 10);
  std::vector<std::uint64_t> words(2);
  const double infinity = std::numeric_limits<double>::infinity();
  for (const double bad :
       {8.000001, -9.0, 1e200, infinity, -infinity, std::nan("")})
    CHECK_FALSE(code.encode(Vector{{1, bad}}, 1, words));
  CHECK(code.encode(Vector{{8, -8}}, 1, words));
}

TEST_CASE("the quantum is the finest that fits, or the numbers are given") {
  CHECK(fixed_point_for(1, 1).quantum == 0x1p-40);
  const FixedPoint tight = fixed_point_for(1024, 4e6);
  CHECK(tight.quantum == 0x1p-31);
  CHECK_THROWS_AS(fixed_point_for(1024, 4e6, 0x1p-32), std::invalid_argument);
  CHECK_THROWS_WITH_AS(
      fixed_point_for(1e9, 4e6),
      "weights of 4e+06 in all, numbers up to 1e+09 and a quantum of 2^-20 "
      "need 73 of the 64 bits; a number may reach 2.19902e+06",
      std::invalid_argument);
  // The number in the message does fit.
  CHECK_NOTHROW(fixed_point_for(2.199e6, 4e6));
}

TEST_CASE("neither a limit nor weights of nothing have a code") {
  for (const double bad : {0.0, -1.0, std::nan("")}) {
    CHECK_THROWS_AS(fixed_point_for(bad, 1), std::invalid_argument);
    CHECK_THROWS_AS(fixed_point_for(1, bad), std::invalid_argument);
  }
}

}  // namespace fedltr::fixed_point_test
