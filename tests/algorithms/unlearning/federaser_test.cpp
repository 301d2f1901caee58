#include "algorithms/unlearning/federaser.hpp"

#include <doctest/doctest.h>

namespace fedltr::federaser_test {

TEST_CASE("a calibrated update points where it did, at the stored length") {
  const Vector stored = Vector::Constant(4, 1.5);  // of length 3
  Vector update(4);
  update << 0, 6, 0, -8;
  calibrate(update, stored);
  Vector expected(4);
  expected << 0, 1.8, 0, -2.4;
  CHECK((update - expected).norm() < 1e-15);
}

TEST_CASE("an update of no length stays without one") {
  Vector update = Vector::Zero(4);
  calibrate(update, Vector::Ones(4));
  CHECK(update == Vector::Zero(4));
}

TEST_CASE("a stored update of no length leaves none of the new one") {
  Vector update{{3, 4}};
  calibrate(update, Vector::Zero(2));
  CHECK(update == Vector::Zero(2));
}

TEST_CASE("federaser makes a round a stored update, in its place") {
  const auto schedule = federaser_method().make.plan(
      {4, {{"steps", std::uint64_t{2}}}}, {10, kFreshRngRound + 5});
  CHECK(schedule.start == UnlearningSchedule::Start::kInitial);
  CHECK(schedule.leave_before == 0);
  CHECK(
      schedule.specs ==
      std::vector<RoundSpec>{{Task::kCalibrate, kFreshRngRound + 5, 10, 1, 2},
                             {Task::kCalibrate, kFreshRngRound + 6, 10, 5, 2},
                             {Task::kCalibrate, kFreshRngRound + 7, 10, 9, 2}});
}

}  // namespace fedltr::federaser_test
