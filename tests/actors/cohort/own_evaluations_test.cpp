#include "actors/cohort/own_evaluations.hpp"

#include <cmath>
#include <vector>

#include <doctest/doctest.h>

namespace fedltr::own_evaluations_test {
namespace {

ClientEvaluated means_of(std::uint32_t round, std::uint32_t client,
                         const Vector& means) {
  return {round, client, Parameters(means)};
}

bool was_asked(std::uint32_t) {
  return true;
}

bool all_count(std::uint32_t, std::uint32_t) {
  return true;
}

const EvaluateOwn kOrder = {4, 3, Parameters(Vector::Zero(1))};

}  // namespace

TEST_CASE("means add up by client, and NaN is left out") {
  OwnEvaluations evaluations(1, 256, 3, 2, 1);
  evaluations.open(kOrder, was_asked);
  CHECK_FALSE(
      evaluations.add(means_of(4, 258, Vector{{-1e16, 0.5}}), all_count));
  CHECK_FALSE(
      evaluations.add(means_of(4, 256, Vector{{1.0, 0.25}}), all_count));
  const auto all = evaluations.add(
      means_of(4, 257, Vector{{1e16, std::nan("")}}), all_count);
  REQUIRE(all);
  CHECK(all->round == 4);
  CHECK(all->cohort == 1);
  CHECK(all->sums.view() == Vector{{(1.0 + 1e16) - 1e16, 0.75}});
  CHECK(all->counts.view() == Vector{{3, 2}});
}

TEST_CASE("a client that does not count is awaited, but not added") {
  OwnEvaluations evaluations(0, 0, 2, 1, 1);
  evaluations.open(kOrder, was_asked);
  const auto second_at_three = [](std::uint32_t client, std::uint32_t time) {
    return client == 1 && time == 3;
  };
  evaluations.add(means_of(4, 0, Vector{{1.0}}), second_at_three);
  const auto all =
      evaluations.add(means_of(4, 1, Vector{{0.5}}), second_at_three);
  REQUIRE(all);
  CHECK(all->sums.view()(0) == 0.5);
  CHECK(all->counts.view()(0) == 1);
}

TEST_CASE("rounds are kept apart, and strangers passed over") {
  OwnEvaluations evaluations(0, 0, 1, 1, 1);
  evaluations.open(kOrder, was_asked);
  evaluations.open({5, 3, Parameters(Vector::Zero(1))}, was_asked);
  CHECK_FALSE(evaluations.add(means_of(9, 0, Vector{{1.0}}), all_count));
  CHECK_FALSE(evaluations.add(means_of(5, 1, Vector{{1.0}}), all_count));
  CHECK_FALSE(evaluations.add(means_of(5, 0, Vector{{1.0, 2.0}}), all_count));
  const auto fifth = evaluations.add(means_of(5, 0, Vector{{0.5}}), all_count);
  REQUIRE(fifth);
  CHECK(fifth->round == 5);
  CHECK_FALSE(evaluations.add(means_of(5, 0, Vector{{0.5}}), all_count));
  CHECK(evaluations.add(means_of(4, 0, Vector{{0.5}}), all_count));
}

TEST_CASE("one client of each set answers for those never asked") {
  OwnEvaluations evaluations(0, 1, 5, 1, 2);
  const auto only_three = [](std::uint32_t client) { return client == 3; };
  CHECK(evaluations.open(kOrder, only_three) ==
        std::vector<std::uint32_t>{1, 2, 3});
  evaluations.add(means_of(4, 1, Vector{{1.0}}), all_count);
  evaluations.add(means_of(4, 3, Vector{{10.0}}), all_count);
  const auto all = evaluations.add(means_of(4, 2, Vector{{100.0}}), all_count);
  REQUIRE(all);  // clients 1, 5 and 2, 4 and 3
  CHECK(all->sums.view()(0) == 212);
  CHECK(all->counts.view()(0) == 5);
}

}  // namespace fedltr::own_evaluations_test
