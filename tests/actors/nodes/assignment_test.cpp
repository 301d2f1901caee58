#include "actors/nodes/assignment.hpp"

#include <algorithm>

#include <doctest/doctest.h>

namespace fedltr::assignment_test {
using Homes = std::vector<std::uint64_t>;

TEST_CASE("without a node no cohort has one") {
  CHECK(assign_cohorts(Homes(4, 0), {}) == Homes(4, 0));
  CHECK(assign_cohorts(Homes(4, 7), {}) == Homes(4, 0));
}

TEST_CASE("cohorts are assigned by cores, and stay where they can") {
  CHECK(assign_cohorts({0, 0, 0, 0}, {{7, 1}, {9, 3}}) == Homes{7, 9, 9, 9});
  CHECK(assign_cohorts({9, 9, 7, 9}, {{7, 1}, {9, 3}}) == Homes{9, 9, 7, 9});
  CHECK(assign_cohorts({7}, {{7, 1}, {9, 100}}) == Homes{9});
}

TEST_CASE("when a node is lost only its own cohorts move") {
  CHECK(assign_cohorts({7, 9, 9, 8}, {{7, 1}, {9, 1}}) == Homes{7, 9, 9, 7});
}

TEST_CASE("to a new node as many cohorts move as are its share") {
  CHECK(assign_cohorts({7, 7, 7, 7}, {{7, 2}, {9, 2}}) == Homes{7, 7, 9, 9});
}

TEST_CASE("no node has a cohort more or less than its exact share") {
  const std::map<std::uint64_t, std::uint32_t> cores = {{1, 1}, {2, 5}, {3, 2}};
  for (std::size_t cohorts = 0; cohorts < 40; ++cohorts) {
    const Homes homes = assign_cohorts(Homes(cohorts, 2), cores);
    for (const auto& [node, count] : cores) {
      const double exact = static_cast<double>(cohorts * count) / 8;
      const auto has = static_cast<double>(std::ranges::count(homes, node));
      CHECK(has > exact - 1);
      CHECK(has < exact + 1);
    }
  }
}

}  // namespace fedltr::assignment_test
