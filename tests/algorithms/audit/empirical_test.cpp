#include "algorithms/audit/empirical.hpp"

#include <cmath>
#include <stdexcept>

#include <doctest/doctest.h>

#include "algorithms/core/rng.hpp"
#include "algorithms/privacy/gaussian.hpp"

using namespace fedltr;

namespace fedltr::empirical_test {

std::vector<double> normal_scores(double mean, std::size_t count, Rng& rng) {
  std::vector<double> scores(count);
  for (double& score : scores) score = mean + rng.normal();
  return scores;
}

TEST_CASE("Clopper and Pearson's bounds by hand") {
  // n of n: the n-th root of alpha; 0 of n: one minus that.
  CHECK(least_probability(10, 10, 0.025) ==
        doctest::Approx(std::pow(0.025, 0.1)).epsilon(1e-9));
  CHECK(largest_probability(0, 10, 0.025) ==
        doctest::Approx(1 - std::pow(0.025, 0.1)).epsilon(1e-9));
  // One of two: (1 - p)^2 = 1 - alpha below, p^2 = 1 - alpha above.
  CHECK(least_probability(1, 2, 0.025) ==
        doctest::Approx(1 - std::sqrt(0.975)).epsilon(1e-9));
  CHECK(largest_probability(1, 2, 0.025) ==
        doctest::Approx(std::sqrt(0.975)).epsilon(1e-9));
  CHECK(least_probability(0, 5, 0.025) == 0);
  CHECK(largest_probability(5, 5, 0.025) == 1);
  CHECK_THROWS_AS(least_probability(3, 2, 0.025), std::invalid_argument);
}

TEST_CASE("scores that never overlap show all that the trials can") {
  const std::vector<double> low(200, -1);
  const std::vector<double> high(200, 1);
  // 100 of each remain: log(p / (1 - p)), p = 0.025^(1/100).
  const double p = std::pow(0.025, 0.01);
  for (const bool turned : {false, true}) {
    const EmpiricalEpsilon shown = turned ? empirical_epsilon(high, low, 0)
                                          : empirical_epsilon(low, high, 0);
    CHECK(shown.least == doctest::Approx(std::log(p / (1 - p))).epsilon(1e-6));
    CHECK(shown.least == shown.power);
  }
}

TEST_CASE("a tail on either side of either data set is found") {
  // Three in ten scores are apart from all others.
  for (const double tail : {-1.0, 1.0})
    for (const bool of_second : {false, true}) {
      const std::vector<double> plain(1000, 0);
      std::vector<double> other(1000, 0);
      for (std::size_t i = 0; i < other.size(); i += 10)
        other[i] = other[i + 3] = other[i + 6] = tail;
      const auto shown = of_second ? empirical_epsilon(plain, other, 0)
                                   : empirical_epsilon(other, plain, 0);
      // At least .258 of 500, against at most .0074.
      CHECK(shown.least > 3.4);
    }
}

TEST_CASE("scores that are alike show nothing") {
  const std::vector<double> same(100, 3);
  CHECK(empirical_epsilon(same, same, 0).least == 0);
  Rng rng(2, Purpose::kTest);
  const auto first = normal_scores(0, 4000, rng);
  CHECK(empirical_epsilon(first, normal_scores(0, 4000, rng), 0).least < 0.1);
}

TEST_CASE("Gaussian noise: below its epsilon, but not far below") {
  // A release of deviation 1 / m, judged by the best test: its score.
  for (const double distance : {0.5, 1.0, 2.0}) {
    Rng rng(3, Purpose::kTest);
    const auto first = normal_scores(0, 20000, rng);
    const auto second = normal_scores(distance, 20000, rng);
    for (const double delta : {0.01, 0.1}) {
      const double exact = gaussian_epsilon(1 / distance, delta);
      const double least = empirical_epsilon(first, second, delta).least;
      CHECK(least <= exact);
      CHECK(least >= 0.7 * exact - 0.1);
    }
  }
}

TEST_CASE("an audit needs scores of both") {
  CHECK_THROWS_AS(empirical_epsilon({1, 2}, {1}, 0), std::invalid_argument);
  CHECK_THROWS_AS(empirical_epsilon({1}, {1}, 0), std::invalid_argument);
  CHECK_NOTHROW(empirical_epsilon({1, 2}, {1, 2}, 0));
}

}  // namespace fedltr::empirical_test
