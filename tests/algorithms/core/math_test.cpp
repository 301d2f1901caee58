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

TEST_CASE("the sigmoid is right to 6e-16 relative, far out too") {
  for (double x = -690; x <= 690; x += 0.0371) {
    double value = x;
    sigmoid_in_place(&value, 1);
    const double expected =
        x < 0 ? std::exp(x) / (1 + std::exp(x)) : 1 / (1 + std::exp(-x));
    REQUIRE(std::abs(value - expected) <= 6e-16 * expected);
  }
  Eigen::VectorXd many = Eigen::VectorXd::LinSpaced(101, -40, 40);
  const Eigen::VectorXd copy = many;
  sigmoid_in_place(many.data(), many.size());
  for (Eigen::Index i = 0; i < many.size(); ++i) {
    double alone = copy(i);
    sigmoid_in_place(&alone, 1);
    CHECK(many(i) == alone);
  }
}
