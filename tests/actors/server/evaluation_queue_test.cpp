#include "actors/server/evaluation_queue.hpp"

#include <doctest/doctest.h>

namespace fedltr::evaluation_queue_test {
using Rounds = std::vector<std::uint32_t>;

namespace {

RoundRecord record_of(std::uint32_t round) {
  RoundRecord record;
  record.round = round;
  return record;
}

void add(EvaluationQueue& queue, std::uint32_t round) {
  queue.add(record_of(round), round,
            Parameters(Vector::Constant(1, 1.0 * round)));
}

}  // namespace

TEST_CASE("the initial model is scored at once, later ones in batches") {
  EvaluationQueue queue(2, 10);
  CHECK_FALSE(queue.batch_is_due());
  add(queue, 0);
  CHECK(queue.batch_is_due());
  CHECK(queue.take_batch().rounds == Rounds{0});
  CHECK_FALSE(queue.batch_is_due());
  add(queue, 1);
  CHECK_FALSE(queue.batch_is_due());
  add(queue, 2);
  CHECK(queue.batch_is_due());
  const auto batch = queue.take_batch();
  CHECK(batch.rounds == Rounds{1, 2});
  CHECK(batch.training_rounds == Rounds{1, 2});
  REQUIRE(batch.models.size() == 2);
  CHECK(batch.models[1].view()(0) == 2);
  CHECK(queue.take_batch().rounds.empty());
}

TEST_CASE("rounds get their metrics in order") {
  EvaluationQueue queue(1, 10);
  for (std::uint32_t round = 0; round < 3; ++round) add(queue, round);
  CHECK(queue.oldest() == 0);
  const auto first = queue.complete(Rounds{0, 1}, Vector{{0.1, 0.2, 0.3, 0.4}});
  REQUIRE(first.size() == 2);
  CHECK(first[0].round == 0);
  CHECK(first[0].metrics == std::vector<double>{0.1, 0.2});
  CHECK(first[1].metrics == std::vector<double>{0.3, 0.4});
  CHECK(queue.oldest() == 2);
  queue.complete(Rounds{2}, Vector{{1.0}});
  CHECK(queue.empty());
  CHECK_FALSE(queue.oldest());
}

TEST_CASE("rounds scored out of order wait for those before them") {
  EvaluationQueue queue(2, 4);
  for (std::uint32_t round = 1; round <= 4; ++round) add(queue, round);
  CHECK(queue.complete(Rounds{3, 4}, Vector{{0.3, 0.4}}).empty());
  CHECK(queue.oldest() == 1);
  CHECK(queue.full());
  CHECK_THROWS_WITH(queue.complete(Rounds{3}, Vector{{1.0}}),
                    "unexpected evaluation: round 3, expected 1 or later");
  const auto records = queue.complete(Rounds{1, 2}, Vector{{0.1, 0.2}});
  REQUIRE(records.size() == 4);
  const double means[] = {0.1, 0.2, 0.3, 0.4};
  for (std::size_t i = 0; i < 4; ++i) {
    CHECK(records[i].round == i + 1);
    CHECK(records[i].metrics == std::vector<double>{means[i]});
  }
  CHECK(queue.empty());
}

TEST_CASE("on each thread a batch is scored, four at least, sixteen at most") {
  CHECK(batches_in_flight(1) == 4);
  CHECK(batches_in_flight(9) == 9);
  CHECK(batches_in_flight(64) == 16);
}

TEST_CASE("the queue is full at its limit of waiting rounds") {
  EvaluationQueue queue(4, 2);
  add(queue, 0);
  CHECK_FALSE(queue.full());
  add(queue, 1);
  CHECK(queue.full());
  queue.complete(Rounds{0}, Vector{{1.0}});
  CHECK_FALSE(queue.full());
}

TEST_CASE("an evaluation of a round that does not wait is an error") {
  EvaluationQueue queue(1, 10);
  CHECK_THROWS_WITH(queue.complete(Rounds{1}, Vector{{1.0}}),
                    "unexpected evaluation: round 1, expected none");
  add(queue, 4);
  CHECK_THROWS_WITH(queue.complete(Rounds{5}, Vector{{1.0}}),
                    "unexpected evaluation: round 5, expected 4 or later");
}

TEST_CASE("means over clients add up by cohort, whichever answers first") {
  const Vector small{{1.0, 2.0}};
  const Vector large{{1e16, 4.0}};
  const Vector negative{{-1e16, 0.0}};
  const Vector one{{1.0, 1.0}};
  EvaluationQueue queue(1, 10);
  CHECK_FALSE(queue.add_part(3, 2, negative, one, 3));
  CHECK_FALSE(queue.add_part(4, 0, small, one, 3));  // of another round
  CHECK_FALSE(queue.add_part(3, 0, small, one, 3));
  const auto means = queue.add_part(3, 1, large, one, 3);
  REQUIRE(means);
  CHECK((*means)(0) == ((1.0 + 1e16) - 1e16) / 3);
  CHECK((*means)(1) == 2);
  CHECK_THROWS_AS(queue.add_part(4, 0, small, one, 3), std::invalid_argument);
}

}  // namespace fedltr::evaluation_queue_test
