#include "algorithms/core/math.hpp"

#include <cmath>

#include <doctest/doctest.h>

using namespace fedltr;

TEST_CASE("portable functions agree with the C library to 1e-14") {
  for (double x = -50; x <= 50; x += 0.37) {
    CHECK(portable_exp(x) == doctest::Approx(std::exp(x)).epsilon(1e-14));
    CHECK(portable_log(std::exp(x)) == doctest::Approx(x).epsilon(1e-14));
  }
  CHECK(portable_pow(0.25, 1.5) == doctest::Approx(0.125).epsilon(1e-14));
  CHECK(portable_pow(0.25, 0) == 1);
  CHECK(portable_pow(0, 2) == 0);
}

TEST_CASE("exp_in_place gives each number the same bits wherever it stands") {
  for (Eigen::Index count = 1; count <= 9; ++count) {
    Eigen::VectorXd values = Eigen::VectorXd::Zero(padded(count));
    for (Eigen::Index i = 0; i < count; ++i) values(i) = -0.1 * double(i * i);
    exp_in_place(values.data(), count);
    for (Eigen::Index i = 0; i < count; ++i)
      CHECK(values(i) == portable_exp(-0.1 * double(i * i)));
  }
}
