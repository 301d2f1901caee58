#include "app/study/phase_watch.hpp"

#include <thread>

#include <doctest/doctest.h>

namespace fedltr::phase_watch_test {
namespace {

void pass(int milliseconds) {
  std::this_thread::sleep_for(std::chrono::milliseconds(milliseconds));
}

}  // namespace

TEST_CASE("time counts for the phase it passes in") {
  PhaseWatch watch;
  watch.enter(Phase::kTraining);
  pass(30);
  watch.enter(Phase::kUnlearning);
  pass(10);
  watch.enter(Phase::kTraining);
  watch.enter(Phase::kUnlearning);
  watch.enter(Phase::kNone);
  pass(200);  // counts for no phase
  RunResult result;
  result.unlearned.resize(3);
  result.unlearned[0].seconds = 7;
  watch.fill(result);
  CHECK(result.training_seconds >= 0.03);
  CHECK(result.training_seconds < 0.2);
  // The first request was handled before this process began.
  CHECK(result.unlearned[0].seconds == 7);
  CHECK(result.unlearned[1].seconds >= 0.01);
  CHECK(result.unlearned[2].seconds < result.unlearned[1].seconds);
}

}  // namespace fedltr::phase_watch_test
