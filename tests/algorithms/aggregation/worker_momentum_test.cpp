#include "algorithms/aggregation/worker_momentum.hpp"

#include <doctest/doctest.h>

#include "algorithms/core/archive.hpp"
#include "tests/support/robust_rules.hpp"

namespace fedltr::worker_momentum_test {
namespace {
using namespace fedltr::test;

std::unique_ptr<RobustRule> median_with(double momentum) {
  RuleOptions options = options_of(1);
  options.momentum = momentum;
  return make_robust_rule("median", "none", options);
}

}  // namespace

TEST_CASE("a rule sees the running mean of each client's updates") {
  const auto rule = median_with(0.75);
  CHECK(aggregate(*rule, rows_of({{1}, {2}, {6}}), 1).model(0) == 2);
  // From a model of 10: updates 5, -1, 2 become 2, 1.25, 5.
  const Aggregated second = aggregate(*rule, rows_of({{15}, {9}, {12}}), 2, 10);
  CHECK(second.model(0) == 12);
}

TEST_CASE("a client keeps its momentum while others take part") {
  const auto rule = median_with(0.5);
  const std::vector<std::uint32_t> all = {0, 1, 7};
  const std::vector<std::uint32_t> one = {7};
  const Vector start = Vector::Zero(1);
  std::vector<double> selection(3);
  rule->aggregate({rows_of({{1}, {2}, {8}}), all, start, 1}, selection);
  rule->aggregate({rows_of({{1}, {2}, {0}}), all, start, 2}, selection);
  // 8, then 4, then half of 4 and half of 10.
  CHECK(rule->aggregate({rows_of({{10}}), one, start, 3},
                        std::span(selection).first(1))(0) == 7);
}

TEST_CASE("a factor of 0 is no momentum") {
  const Matrix models = random_rows(7, 3, 1);
  const auto rule = median_with(0);
  aggregate(*rule, random_rows(7, 3, 2), 1);
  CHECK(aggregate(*rule, models, 2).model ==
        aggregate("median", models, 1).model);
}

TEST_CASE("momentum continues after a checkpoint") {
  const auto rule = median_with(0.9);
  aggregate(*rule, random_rows(5, 4, 1), 1);
  Archive written;
  rule->exchange(written);
  const auto restored = median_with(0.9);
  const std::string bytes = written.take();
  Archive read(bytes);
  restored->exchange(read);
  const Matrix next = random_rows(5, 4, 2);
  CHECK(aggregate(*restored, next, 2).model == aggregate(*rule, next, 2).model);
  CHECK(aggregate(*median_with(0.9), next, 2).model !=
        aggregate(*rule, next, 3).model);
}

TEST_CASE("an update that changes sides each round moves nothing far") {
  const auto rule = median_with(0.9);
  Vector model;
  for (std::uint32_t round = 1; round <= 40; ++round) {
    const double side = round % 2 == 0 ? 100 : -100;
    model = aggregate(*rule, rows_of({{side}, {side}, {1}}), round).model;
  }
  CHECK(std::abs(model(0)) < 10);
}

}  // namespace fedltr::worker_momentum_test
