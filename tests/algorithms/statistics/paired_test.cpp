#include "algorithms/statistics/paired.hpp"

#include <cmath>
#include <vector>

#include <doctest/doctest.h>

#include "algorithms/core/rng.hpp"

namespace fedltr::paired_test {
namespace {

std::vector<double> differences(const std::vector<double>& a,
                                const std::vector<double>& b) {
  std::vector<double> all;
  for (std::size_t i = 0; i < a.size(); ++i) all.push_back(b[i] - a[i]);
  return all;
}

const std::vector<double> kFirst = {.50, .55, .49, .64, .51, .60, .52, .67};
const std::vector<double> kSecond = {.52, .61, .48, .70, .55, .63, .59, .66};

}  // namespace

TEST_CASE("the paired t-test agrees with SciPy 1.10 to 1e-9") {
  // scipy.stats.ttest_rel(second, first), t.ppf(0.975, 7).
  const auto result = compare_pairs(differences(kFirst, kSecond), 1000, 1);
  const auto close = [](double value) {
    return doctest::Approx(value).epsilon(1e-9);
  };
  CHECK(result.t == close(2.9602302212772185));
  CHECK(result.t_test == close(0.021098163370616426));
  CHECK(result.mean == close(0.0325));
  CHECK(result.deviation == close(0.031052950170405918));
  CHECK(result.effect == close(1.0465994316692375));
  CHECK(result.interval == close(0.025960916014389223));
}

TEST_CASE("the randomisation test agrees with all 256 sign flips") {
  // 10 of them are as extreme: p = 0.0390625.
  const auto result = compare_pairs(differences(kFirst, kSecond), 100000, 1);
  // Five standard errors of 100,000 draws.
  CHECK(std::abs(result.fisher - 0.0390625) < 5 * 0.000613);
  CHECK(compare_pairs(differences(kFirst, kSecond), 1000, 1).fisher ==
        compare_pairs(differences(kFirst, kSecond), 1000, 1).fisher);
}

TEST_CASE("the other direction changes signs only") {
  const auto up = compare_pairs(differences(kFirst, kSecond), 1000, 1);
  const auto down = compare_pairs(differences(kSecond, kFirst), 1000, 1);
  CHECK(up.t == doctest::Approx(-down.t));
  CHECK(up.t_test == doctest::Approx(down.t_test));
  CHECK(up.fisher == down.fisher);
}

TEST_CASE("no difference at all is no evidence, a constant one is certain") {
  CHECK(compare_pairs(std::vector<double>(5, 0.0), 100, 1).t_test == 1);
  CHECK(compare_pairs(std::vector<double>(5, 0.0), 100, 1).fisher == 1);
  CHECK(compare_pairs(std::vector<double>(5, 0.5), 100, 1).t_test == 0);
  const auto down =
      compare_pairs(std::vector{-0.1, -0.1 + 1e-17, -0.1}, 100, 1);
  CHECK(down.t_test == 0);
  CHECK(down.effect < -1e300);
}

TEST_CASE("differences that are mere rounding of the values are none") {
  // .1 + .2 and .3 differ by 5.6e-17, or by 0 if the order of a sum is the
  // same.
  std::vector<double> rounding(20, 0.0);
  for (std::size_t i = 0; i < rounding.size(); i += 2)
    rounding[i] = 0.1 + 0.2 - 0.3;
  REQUIRE(rounding[0] > 0);
  const auto none = compare_pairs(rounding, 1000, 1, 0.3);
  CHECK(none.t_test == 1);
  CHECK(none.fisher == 1);
  CHECK(none.effect == 0);
  CHECK(none.interval == 0);
  // They are differences if the values are as small.
  const auto some = compare_pairs(rounding, 1000, 1, 1e-16);
  CHECK(some.t_test < 0.01);
  CHECK(some.fisher < 0.01);
  // A constant difference beside large values, except for their rounding.
  const std::vector<double> gain = {1.5, 1.5 + 1e-7, 1.5, 1.5 - 1e-7};
  CHECK(compare_pairs(gain, 1000, 1, 1e9).t_test == 0);
  CHECK(compare_pairs(gain, 1000, 1, 1e9).effect > 1e300);
}

TEST_CASE("under no effect p-values are uniform: 1000 data sets") {
  Rng rng(1, Purpose::kTest);
  int t_test = 0;
  int fisher = 0;
  for (int i = 0; i < 1000; ++i) {
    std::vector<double> values(12);
    for (double& value : values) value = rng.normal();
    const auto result = compare_pairs(values, 200, 1);
    t_test += result.t_test < 0.1;
    fisher += result.fisher < 0.1;
  }
  // Five standard errors around 100 of 1000.
  CHECK(std::abs(t_test - 100) < 48);
  CHECK(std::abs(fisher - 100) < 48);
}

TEST_CASE("adjustments by hand") {
  const std::vector<double> p = {0.01, 0.04, 0.03};
  CHECK(bonferroni(p)[1] == doctest::Approx(0.12));
  CHECK(bonferroni(std::vector{0.9, 0.9})[0] == 1);
  // Sorted .01 * 3, .03 * 2, .04 * 1 = .03, .06, .04, then never falling.
  CHECK(holm(p)[0] == doctest::Approx(0.03));
  CHECK(holm(p)[2] == doctest::Approx(0.06));
  CHECK(holm(p)[1] == doctest::Approx(0.06));
}

TEST_CASE("too few or broken pairs are refused") {
  CHECK_THROWS_AS(compare_pairs(std::vector{1.0}, 10, 1),
                  std::invalid_argument);
  CHECK_THROWS_AS(compare_pairs(std::vector{1.0, std::nan("")}, 10, 1),
                  std::invalid_argument);
}

}  // namespace fedltr::paired_test
