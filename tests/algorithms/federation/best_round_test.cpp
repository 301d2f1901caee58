#include "algorithms/federation/best_round.hpp"

#include <doctest/doctest.h>

#include "algorithms/core/archive.hpp"

namespace fedltr::best_round_test {
namespace {

Parameters model_of(double value) {
  return Parameters(Vector(Vector::Constant(2, value)));
}

/// Adds values as rounds 0, 10, 20, ...; each model holds its own value.
BestRound after(const std::vector<double>& values, double min_delta = 0,
                std::uint32_t patience = 0) {
  BestRound best(min_delta, patience);
  std::uint32_t round = 0;
  for (const double value : values) {
    best.add(round, value, model_of(value));
    round += 10;
  }
  return best;
}

}  // namespace

TEST_CASE("the best round is the first with the highest value") {
  CHECK_FALSE(after({}).round());
  const BestRound best = after({0.2, 0.5, 0.4, 0.5, 0.3});
  CHECK(best.round() == 10U);
  CHECK(best.model().view()(0) == 0.5);
  // Training that only makes it worse keeps the first model.
  CHECK(after({0.5, 0.4}).round() == 0U);
}

TEST_CASE("a better value exceeds the best by more than min-delta") {
  CHECK(after({0.25, 0.5}, 0.25).round() == 0U);
  CHECK(after({0.25, 0.5}, 0.24).round() == 10U);
  // Small steps add up, since they are measured from the best value.
  CHECK(after({0.1, 0.2, 0.3}, 0.15).round() == 20U);
}

TEST_CASE("training ends when patience worse values follow each other") {
  CHECK_FALSE(after({0.5, 0.4}, 0, 2).is_over());
  CHECK(after({0.5, 0.4, 0.3}, 0, 2).is_over());
  CHECK(after({0.5, 0.5, 0.5}, 0, 2).is_over());
  CHECK_FALSE(after({0.5, 0.4, 0.6, 0.5}, 0, 2).is_over());
  CHECK_FALSE(after({0.5, 0.4, 0.3, 0.2}, 0, 0).is_over());
  CHECK_FALSE(after({}, 0, 1).is_over());
}

TEST_CASE("a checkpoint may leave out the last value") {
  BestRound whole = after({0.2, 0.5, 0.4, 0.6}, 0, 2);
  const auto restored = [&](std::uint32_t last_row) {
    Archive written;
    whole.exchange(written, last_row);
    const std::string bytes = written.take();
    BestRound read(0, 2);
    Archive reading(bytes);
    read.exchange(reading, last_row);
    reading.finish();
    return read;
  };
  CHECK(restored(30).round() == 30U);
  BestRound before = restored(20);
  CHECK(before.round() == 10U);
  CHECK_FALSE(before.is_over());
  before.add(30, 0.45, model_of(0.45));
  CHECK(before.is_over());
  CHECK(before.model().view()(1) == 0.5);
}

}  // namespace fedltr::best_round_test
