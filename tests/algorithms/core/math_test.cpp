#include "algorithms/core/math.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include <doctest/doctest.h>

#include "algorithms/core/rng.hpp"
#include "algorithms/core/wide.hpp"

namespace fedltr::math_test {

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

TEST_CASE("portable functions keep to the ends of the numbers") {
  const double infinity = std::numeric_limits<double>::infinity();
  CHECK(portable_exp(0) == 1);
  // Results below 2^-1022 are rounded to about that, never to 0.
  for (const double far : {-745.0, -1e4, -infinity}) {
    CHECK(portable_exp(far) > 0);
    CHECK(portable_exp(far) < 0x1p-1022);
  }
  CHECK(portable_exp(1e4) == infinity);
  CHECK(portable_exp(709) == doctest::Approx(std::exp(709)).epsilon(1e-14));
  CHECK(portable_exp(-708) == doctest::Approx(std::exp(-708)).epsilon(1e-14));
  CHECK(portable_log(1) == 0);
  CHECK(portable_log(0) == -infinity);
  CHECK(std::isnan(portable_log(-1)));
  CHECK(portable_log(1.7e308) == doctest::Approx(std::log(1.7e308)));
  CHECK(portable_log(5e-324) == doctest::Approx(-1022 * std::log(2.0)));
  CHECK(std::isnan(portable_exp(std::nan(""))));
}

TEST_CASE("exponentials below the largest are portable_exp of differences") {
  Rng rng(2, Purpose::kTest);
  for (const std::string_view name : register_names()) {
    use_registers(name);
    for (const Eigen::Index count : {0, 1, 2, 3, 7, 8, 9, 19, 33}) {
      std::vector<double> x(count);
      for (double& value : x) value = 300 * rng.normal();
      std::vector<double> values(count + 1, -1);
      exp_below_most(x.data(), count, values.data());
      for (Eigen::Index i = 0; i < count; ++i)
        CHECK(values[i] == portable_exp(x[i] - std::ranges::max(x)));
      CHECK(values[count] == -1);
    }
  }
}

TEST_CASE("a power is one where the exponent is zero, zero where x is") {
  CHECK(portable_pow(0, 0) == 1);
  CHECK(portable_pow(0, 0.5) == 0);
  CHECK(portable_pow(1, -3.7) == 1);
  for (const double x : {1e-8, 0.3, 7.0, 1e5})
    for (const double y : {-2.5, -1.0, 0.5, 3.0})
      CHECK(portable_pow(x, y) ==
            doctest::Approx(std::pow(x, y)).epsilon(1e-13));
}

TEST_CASE("a share of a count is exactly its decimals") {
  CHECK(share_of(0.29, 100) == 29);  // in binary 28.999999999999996
  CHECK(share_of(0.57, 100) == 57);
  CHECK(share_of(0.145, 100) == 14.5);
  CHECK(share_of(2.2, 25) == 55);  // in binary 55.00000000000001
  CHECK(share_of(1 - 0.9, 10) == 1);
  CHECK(share_of(0, 100) == 0);
  CHECK(share_of(1, 12345678) == 12345678);
  // All other products keep their value.
  CHECK(share_of(0.3, 7) == 0.3 * 7);
  CHECK(share_of(0.99999, 100000) == doctest::Approx(99999).epsilon(1e-15));
  CHECK(share_of(0.999999, 10) == 0.999999 * 10);
}

TEST_CASE("decimals hold any share in thousandths of any count") {
  for (int thousandths = 0; thousandths <= 3000; ++thousandths)
    for (const int count : {1, 7, 10, 25, 50, 64, 100, 256, 1000, 2500}) {
      const int product = thousandths * count;  // in thousandths
      const double share = share_of(thousandths / 1000.0, count);
      CHECK(std::floor(share) == product / 1000);
      CHECK(std::ceil(share) == (product + 999) / 1000);
      CHECK(std::round(share) == (product + 500) / 1000);
    }
}

TEST_CASE("counts are rounded up to whole registers") {
  CHECK(padded(0) == 0);
  CHECK(padded(1) == 8);
  CHECK(padded(8) == 8);
  CHECK(padded(9) == 16);
}

TEST_CASE("the sigmoid is 1/2 at 0, rises, and mirrors itself") {
  std::vector<double> values;
  for (int i = -4000; i <= 4000; ++i) values.push_back(i * 0.01);
  const std::vector<double> at = values;
  sigmoid_in_place(values.data(), std::ssize(values));
  CHECK(values[4000] == 0.5);
  for (std::size_t i = 0; i < values.size(); ++i) {
    CHECK(values[i] + values[values.size() - 1 - i] ==
          doctest::Approx(1).epsilon(1e-15));
    if (i > 0) CHECK(values[i] >= values[i - 1]);
  }
  // Beyond 700 it stays constant.
  std::vector<double> far = {-700, -701, -1e300, 700, 1e300};
  sigmoid_in_place(far.data(), 5);
  CHECK(far[0] > 0);
  CHECK(far[1] == far[0]);
  CHECK(far[2] == far[0]);
  CHECK(far[3] == 1);
  CHECK(far[4] == 1);
}

}  // namespace fedltr::math_test
