#include "algorithms/clicks/cascade.hpp"

#include <stdexcept>

#include <doctest/doctest.h>

namespace fedltr::cascade_test {
using List = std::vector<std::uint8_t>;

namespace {

List clicks_of(const CascadeUser& user, const List& labels, Rng& rng) {
  List clicks(labels.size(), 7);
  user.click(labels, rng, clicks);
  return clicks;
}

}  // namespace

TEST_CASE("a user who never stops clicks every relevant document") {
  Rng rng(1, Purpose::kTest);
  const CascadeUser user({{0, 1}, {0, 0}});
  CHECK(clicks_of(user, {0, 1, 1, 0, 1}, rng) == List{0, 1, 1, 0, 1});
}

TEST_CASE("a user who always stops clicks at most once") {
  Rng rng(1, Purpose::kTest);
  const CascadeUser user({{0, 1}, {1, 1}});
  CHECK(clicks_of(user, {0, 1, 1, 0, 1}, rng) == List{0, 1, 0, 0, 0});
  // Without a click the user never stops, even at a stop probability of 1.
  CHECK(clicks_of(user, {0, 0, 0, 0, 1}, rng) == List{0, 0, 0, 0, 1});
}

TEST_CASE("the stop depends on the label that was clicked") {
  Rng rng(1, Purpose::kTest);
  const CascadeUser user({{1, 1}, {0, 1}});
  CHECK(clicks_of(user, {0, 0, 1, 0, 1}, rng) == List{1, 1, 1, 0, 0});
}

TEST_CASE("a cascade user takes two draws a rank until it stops") {
  Rng rng(1, Purpose::kTest);
  Rng expected(1, Purpose::kTest);
  clicks_of(CascadeUser({{0, 1}, {0, 1}}), {0, 0, 1, 1}, rng);
  for (int draw = 0; draw < 6; ++draw) expected.uniform();
  CHECK(rng() == expected());
}

TEST_CASE("a click table needs equal numbers of click and stop chances") {
  CHECK_THROWS_AS(CascadeUser({{}, {}}), std::invalid_argument);
  CHECK_THROWS_AS(CascadeUser({{0, 1}, {0}}), std::invalid_argument);
  CHECK_THROWS_AS(CascadeUser({{0, 1.1}, {0, 0}}), std::invalid_argument);
  CHECK_THROWS_AS(CascadeUser({{0, 1}, {0, -0.1}}), std::invalid_argument);
}

}  // namespace fedltr::cascade_test
