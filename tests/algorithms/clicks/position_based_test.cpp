#include "algorithms/clicks/position_based.hpp"

#include <cmath>
#include <stdexcept>

#include <doctest/doctest.h>

namespace fedltr::position_based_test {
using List = std::vector<std::uint8_t>;

TEST_CASE("without loss of attention only the label counts") {
  const PositionBasedUser user({0, 1}, 0);
  Rng rng(1, Purpose::kTest);
  List clicks(5, 7);
  user.click(List{1, 0, 0, 1, 1}, rng, clicks);
  CHECK(clicks == List{1, 0, 0, 1, 1});
}

TEST_CASE("attention falls as a power of the rank") {
  constexpr int kDraws = 40000;
  const PositionBasedUser user({0.8}, 1.5);
  Rng rng(1, Purpose::kTest);
  const List labels(10, 0);
  std::vector<int> counts(10, 0);
  List clicks(10);
  for (int i = 0; i < kDraws; ++i) {
    user.click(labels, rng, clicks);
    for (std::size_t rank = 0; rank < 10; ++rank) counts[rank] += clicks[rank];
  }
  for (std::size_t rank = 0; rank < 10; ++rank) {
    const double p = 0.8 * std::pow(1.0 / double(rank + 1), 1.5);
    CHECK(std::abs(counts[rank] - p * kDraws) <
          5 * std::sqrt(kDraws * p * (1 - p)));
  }
}

TEST_CASE("a rank is clicked or not whatever was clicked above it") {
  // One draw per rank: each number of the stream decides one rank.
  const PositionBasedUser user({0.5}, 0);
  Rng rng(3, Purpose::kTest);
  Rng same(3, Purpose::kTest);
  List clicks(8);
  user.click(List(8, 0), rng, clicks);
  for (const int click : clicks) CHECK(click == (same.uniform() < 0.5));
}

TEST_CASE("invalid settings of a position-based user are refused") {
  CHECK_THROWS_AS(PositionBasedUser({0.5}, -1), std::invalid_argument);
  CHECK_THROWS_AS(PositionBasedUser({1.5}, 1), std::invalid_argument);
  Rng rng(1, Purpose::kTest);
  List clicks(65);
  CHECK_THROWS_AS(PositionBasedUser({0.5}, 1).click(List(65, 0), rng, clicks),
                  std::invalid_argument);
}

}  // namespace fedltr::position_based_test
