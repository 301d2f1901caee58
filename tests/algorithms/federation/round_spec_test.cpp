#include "algorithms/federation/round_spec.hpp"

#include <doctest/doctest.h>

namespace fedltr::round_spec_test {

TEST_CASE("a round of training draws from its own streams and is kept") {
  const RoundSpec spec = training_spec(7);
  CHECK(spec.trains());
  CHECK(spec.learns());
  CHECK(spec.number() == 6);
  CHECK(spec.keeps() == 7);
}

TEST_CASE("a round of unlearning counts from the first fresh stream") {
  const RoundSpec spec{Task::kCalibrate, kFreshRngRound + 4, 20, 11, 3};
  CHECK_FALSE(spec.trains());
  CHECK(spec.learns());
  CHECK(spec.number() == 4);
  CHECK(spec.keeps() == 11);
}

TEST_CASE("training once more is training, tuning afterwards is not") {
  CHECK(RoundSpec{Task::kLearn, 5, 5, 0, 0}.trains());
  CHECK_FALSE(RoundSpec{Task::kLearn, kFreshRngRound, 5, 0, 3}.trains());
  CHECK_FALSE(RoundSpec{Task::kRecall, 5, 5, 5, 0}.trains());
}

TEST_CASE("only what is learned from searches can be poisoned") {
  CHECK_FALSE(RoundSpec{Task::kRecall, 1, 1, 1, 0}.learns());
  CHECK_FALSE(RoundSpec{Task::kAscent, 1, 1, 1, 0}.learns());
}

TEST_CASE("searches are as many as ever unless a round asks for fewer") {
  RoundSpec spec = training_spec(1);
  CHECK(searches_of(spec, 5) == 5);
  spec.searches = 3;
  CHECK(searches_of(spec, 5) == 3);
  spec.searches = 9;
  CHECK(searches_of(spec, 5) == 5);
  CHECK(searches_of(spec, 0) == 0);
  spec.task = Task::kRecall;
  CHECK(searches_of(spec, 5) == 0);
  // An ascent takes its own number of searches, even more than in a round.
  spec.task = Task::kAscent;
  CHECK(searches_of(spec, 5) == 9);
}

}  // namespace fedltr::round_spec_test
