// Rules outside their conditions, where a scenario may run them with a warning.
#include <cmath>
#include <numeric>

#include <doctest/doctest.h>

#include "algorithms/aggregation/aggregation.hpp"
#include "algorithms/aggregation/krum.hpp"
#include "algorithms/aggregation/pre_aggregation.hpp"

namespace fedltr::outside_condition_test {
namespace {

RuleOptions options_of(std::uint32_t malicious) {
  RuleOptions options;
  options.malicious = malicious;
  options.parameters = {{"window", std::uint64_t{2}}};
  options.trusted = [](const Vector& global, std::uint32_t) -> Vector {
    return global + Vector::Ones(global.size());
  };
  return options;
}

Vector aggregate(const std::string& name, const std::string& before,
                 const Matrix& models, std::uint32_t malicious) {
  const auto rule = make_robust_rule(name, before, options_of(malicious));
  std::vector<std::uint32_t> clients(static_cast<std::size_t>(models.rows()));
  std::iota(clients.begin(), clients.end(), 0U);
  std::vector<double> selection(clients.size());
  const Vector global = Vector::Zero(models.cols());
  Vector model;
  for (const std::uint32_t round : {1U, 2U, 3U}) {
    model = rule->aggregate({models, clients, global, round}, selection);
    for (const double each : selection) REQUIRE(std::isfinite(each));
  }
  return model;
}

}  // namespace

TEST_CASE("every rule is defined for any number of malicious clients") {
  for (const RuleMethod& rule : aggregation_rules())
    for (const auto& before : pre_aggregations())
      for (const Index n : {1, 2, 3, 4, 7, 40})
        for (const std::uint32_t m : {0U, 1U, 2U, 3U, 4U, 6U, 39U, 50U}) {
          if (!rule.make || (rule.traits.follows_clients && before.make))
            continue;
          CAPTURE(rule.name);
          CAPTURE(before.name);
          CAPTURE(n);
          CAPTURE(m);
          Matrix models(n, 3);
          for (Index i = 0; i < n; ++i)
            models.row(i) << i, std::sin(static_cast<double>(i)), 1;
          REQUIRE(aggregate(rule.name, before.name, models, m).allFinite());
        }
}

TEST_CASE(
    "4 of 10, below the condition, is krum's equation with 4 neighbours") {
  // Rows 0 to 4 are 1 apart, 5 to 8 are alike, 9 is far off. With 4 neighbours
  // the alike ones need one more: 1 is nearest to row 2, of 0 to 4.
  const Matrix models{{0}, {1}, {2}, {3}, {4}, {20}, {20}, {20}, {20}, {90}};
  Vector scores =
      krum_scores(squared_distances(models), 4, std::vector<bool>(10, true));
  CHECK(scores(2) == 1 + 1 + 4 + 4);
  CHECK(scores(5) == 256);
  CHECK(aggregate("krum", "none", models, 4)(0) == 2);
  // Multi-Krum: the mean of the 6 best, 0 to 4 and the first of the others.
  CHECK(aggregate("multi-krum", "none", models, 4)(0) ==
        doctest::Approx((0 + 1 + 2 + 3 + 4 + 20) / 6.0));
}

TEST_CASE("at its edge krum counts one neighbour, and one model is left") {
  // n - m - 2 is 1, 0 and below.
  const Matrix models{{0}, {10}, {13}, {15}, {40}};
  for (const std::uint32_t m : {2U, 3U, 4U, 5U, 60U}) {
    CAPTURE(m);
    CHECK(aggregate("krum", "none", models, m)(0) == 13);
  }
  CHECK(aggregate("multi-krum", "none", models, 4)(0) == 13);
  CHECK(aggregate("multi-krum", "none", models, 60)(0) == 13);
  CHECK(aggregate("bulyan", "none", models, 3)(0) == 13);
  CHECK(aggregate("trimmed-mean", "none", models, 4)(0) == 13);
  CHECK(aggregate("meamed", "none", models, 9)(0) == 13);
}

}  // namespace fedltr::outside_condition_test
