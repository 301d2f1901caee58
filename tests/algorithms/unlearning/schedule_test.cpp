#include "algorithms/unlearning/schedule.hpp"

#include <stdexcept>

#include <doctest/doctest.h>

namespace fedltr::schedule_test {

TEST_CASE("updates are stored in the first round and then at each interval") {
  using Rounds = std::vector<std::uint32_t>;
  CHECK(stored_rounds(10, 31) == Rounds{1, 11, 21, 31});
  CHECK(stored_rounds(10, 30) == Rounds{1, 11, 21});
  CHECK(stored_rounds(1, 3) == Rounds{1, 2, 3});
  CHECK(stored_rounds(100, 3) == Rounds{1});
  CHECK(stored_rounds(5, 0).empty());
  CHECK_THROWS_AS(stored_rounds(0, 3), std::invalid_argument);
}

TEST_CASE("an interval near the largest number ends") {
  CHECK(stored_rounds(0xFFFFFFFF, 0xFFFFFFFF) == std::vector<std::uint32_t>{1});
}

TEST_CASE("fresh rounds follow each other in streams not drawn from before") {
  const UnlearningRequest request{40, kFreshRngRound + 7};
  const RoundSpec spec = fresh_round_spec(Task::kCalibrate, request, 2, 3);
  CHECK(spec.task == Task::kCalibrate);
  CHECK(spec.rng_round == kFreshRngRound + 9);
  CHECK(spec.training_round == 40);
  CHECK(spec.searches == 3);
  CHECK_FALSE(spec.trains());
}

}  // namespace fedltr::schedule_test
