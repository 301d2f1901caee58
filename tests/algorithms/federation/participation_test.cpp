#include "algorithms/federation/participation.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include <doctest/doctest.h>

using namespace fedltr;

TEST_CASE("full participation is everybody, in order") {
  Rng rng(1, Purpose::kTest);
  CHECK(draw_participants(4, 1, rng) == std::vector<std::uint32_t>{0, 1, 2, 3});
}

TEST_CASE("a share takes exactly so many, each client equally often") {
  std::vector<int> counts(10, 0);
  constexpr int kRounds = 20000;
  for (std::uint32_t round = 0; round < kRounds; ++round) {
    Rng rng(1, Purpose::kTest, 0, round);
    const auto chosen = draw_participants(10, 0.3, rng);
    REQUIRE(chosen.size() == 3);
    REQUIRE(std::is_sorted(chosen.begin(), chosen.end()));
    for (const std::uint32_t client : chosen) ++counts[client];
  }
  for (const int count : counts)  // five sigma
    CHECK(std::abs(count - 0.3 * kRounds) < 5 * std::sqrt(kRounds * .3 * .7));
}

TEST_CASE("at least one client takes part") {
  Rng rng(1, Purpose::kTest);
  CHECK(draw_participants(10, 0.001, rng).size() == 1);
  CHECK_THROWS_AS(draw_participants(10, 0, rng), std::invalid_argument);
}
