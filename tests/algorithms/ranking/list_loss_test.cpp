#include "algorithms/ranking/list_loss.hpp"

#include <array>
#include <cmath>

#include <doctest/doctest.h>

namespace fedltr {

TEST_CASE("softmax of log-probabilities returns them") {
  Vector scores(3);
  scores << std::log(0.5), std::log(0.3), std::log(0.2);
  const Vector found = softmax(scores.array() + 700);
  CHECK(found(0) == doctest::Approx(0.5));
  CHECK(found(2) == doctest::Approx(0.2));
  CHECK(found.sum() == doctest::Approx(1));
}

TEST_CASE("a target shares its weight by gain") {
  const std::array<std::uint8_t, 4> labels = {0, 1, 2, 0};
  const Vector target = target_of_gains(labels);
  CHECK(target(0) == 0);
  CHECK(target(1) == doctest::Approx(0.25));
  CHECK(target(2) == doctest::Approx(0.75));
}

TEST_CASE("a list without a relevant document has no target") {
  const std::array<std::uint8_t, 2> labels = {0, 0};
  CHECK(target_of_gains(labels).size() == 0);
}

}  // namespace fedltr
