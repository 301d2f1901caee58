#include "algorithms/attacks/lie.hpp"

#include <cmath>

#include <doctest/doctest.h>

namespace fedltr::lie_test {
namespace {

double normal_cdf(double z) {
  return std::erfc(-z / std::sqrt(2.0)) / 2;
}

}  // namespace

TEST_CASE("z leaves as many honest clients beyond it as attackers need") {
  // n = 50, m = 24: two more make a majority of 26; (50 - 24 - 2) / 26.
  CHECK(normal_cdf(lie_z(50, 24)) == doctest::Approx(24.0 / 26));
  CHECK(normal_cdf(lie_z(10, 4)) == doctest::Approx(4.0 / 6));
}

TEST_CASE("few attackers among few clients do nothing, as published") {
  CHECK(lie_z(10, 1) == doctest::Approx(-0.1397).epsilon(1e-3));
  CHECK(lie_z(10, 2) == doctest::Approx(0).scale(1));
}

TEST_CASE("z stays finite where attackers are half of a round or more") {
  CHECK(lie_z(10, 9) == doctest::Approx(3.0902).epsilon(1e-4));
  CHECK(std::isfinite(lie_z(3, 3)));
}

}  // namespace fedltr::lie_test
