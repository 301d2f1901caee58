#include "algorithms/unlearning/federaser.hpp"

#include <doctest/doctest.h>

using namespace fedltr;

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
