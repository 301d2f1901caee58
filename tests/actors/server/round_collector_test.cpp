#include "actors/server/round_collector.hpp"

#include <algorithm>
#include <stdexcept>

#include <doctest/doctest.h>

namespace fedltr::round_collector_test {
namespace {

/// A sum whose values make the order of additions visible.
PartialSum sum_of(std::uint32_t cohort) {
  const double value = cohort == 0 ? 1 : (cohort == 1 ? 1e16 : -1e16);
  return {Vector::Constant(2, value), 1.0 * cohort + 1, 0.5, 0.25, 2, 10};
}

ClientRows rows_of(std::uint32_t client, double value) {
  return {{client}, Parameters(Vector::Constant(2, value))};
}

}  // namespace

TEST_CASE("each cohort gets one order to train, in order") {
  RoundCollector collector;
  collector.open(1, {2, 5});
  CHECK(collector.next_cohort() == 2);
  CHECK(collector.next_cohort() == 5);
  CHECK_FALSE(collector.next_cohort());
}

TEST_CASE("sums have the same bits in whatever order they come") {
  std::vector<std::uint32_t> order = {0, 1, 2};
  do {
    RoundCollector collector;
    collector.open(7, {0, 1, 2});
    for (const std::uint32_t cohort : order) {
      CHECK_FALSE(collector.complete());
      collector.add(7, cohort, sum_of(cohort));
    }
    CHECK(collector.complete());
    const PartialSum sum = collector.take_sum();
    CHECK(sum.weighted(0) == (1 + 1e16) - 1e16);
    CHECK(sum.weight == 6);
    CHECK(sum.online == 1.5);
    CHECK(sum.max_rr == 0.75);
    CHECK(sum.clients == 6);
    CHECK(sum.interactions == 30);
  } while (std::ranges::next_permutation(order).found);
}

TEST_CASE("rows come by client, whichever cohort is first") {
  RoundCollector collector;
  collector.open(1, {0, 1});
  collector.add(1, 1, sum_of(1), rows_of(300, 2));
  collector.add(1, 0, sum_of(0), rows_of(4, 1));
  const ClientRows rows = collector.take_rows();
  CHECK(rows.clients == std::vector<std::uint32_t>{4, 300});
  CHECK(rows.numbers.view() == Vector{{1, 1, 2, 2}});
  CHECK(collector.take_rows().clients.empty());
}

TEST_CASE("the rows of a single cohort are passed on without a copy") {
  RoundCollector collector;
  collector.open(1, {0});
  const ClientRows sent = rows_of(4, 1);
  collector.add(1, 0, sum_of(0), sent);
  const ClientRows rows = collector.take_rows();
  CHECK(rows.clients == sent.clients);
  CHECK(rows.numbers.view().data() == sent.numbers.view().data());
}

TEST_CASE("a round leaves nothing to the next") {
  RoundCollector collector;
  collector.open(1, {0, 1});
  collector.add(1, 1, sum_of(1), rows_of(300, 2));
  collector.open(2, {1});
  CHECK_FALSE(collector.complete());
  collector.add(2, 1, sum_of(1));
  CHECK(collector.complete());
  CHECK(collector.take_sum().weight == 2);
  CHECK(collector.take_rows().clients.empty());
}

TEST_CASE("an unexpected answer is an error that names it") {
  RoundCollector collector;
  collector.open(8, {3, 4, 6});
  CHECK_THROWS_WITH(collector.add(7, 3, sum_of(0)),
                    "unexpected update: cohort 3, round 7, expected round 8");
  CHECK_THROWS_AS(collector.add(8, 5, sum_of(0)), std::invalid_argument);
  collector.add(8, 3, sum_of(0));
  CHECK_THROWS_AS(collector.add(8, 3, sum_of(0)), std::invalid_argument);
  collector.add(8, 6, sum_of(0));
  CHECK_THROWS_AS(collector.add(8, 6, sum_of(0)), std::invalid_argument);
  CHECK_FALSE(collector.complete());
}

}  // namespace fedltr::round_collector_test
