#include "algorithms/attacks/mimic.hpp"

#include <doctest/doctest.h>

namespace fedltr::mimic_test {
namespace {

Matrix craft(const Matrix& honest, const ParameterValues& parameters = {}) {
  const Vector global = Vector::Zero(honest.cols());
  return find(attacks(), "mimic")
      .make({parameters})
      ->craft({global, honest, 2, 6, 2, Rng(1, Purpose::kAttack, 0, 1)});
}

/// Spread most along the first axis, on which row 2 is farthest off the mean.
const Matrix kHonest{
    {1.0, 0.0}, {2.0, 0.1}, {9.0, 0.2}, {0.0, 0.3}, {1.0, -0.9}};

}  // namespace

TEST_CASE("mimics send the honest model that is farthest off") {
  const Matrix sent = craft(kHonest);
  REQUIRE(sent.rows() == 2);
  CHECK(sent.row(0) == kHonest.row(2));
  CHECK(sent.row(1) == kHonest.row(2));
}

TEST_CASE("mimics copy a client that takes part, if they know any") {
  // The first two rows are the attackers' own honest models.
  const ParameterValues first = {{"mimic.victim", "first"}};
  CHECK(craft(kHonest, first).row(1) == kHonest.row(2));
  Matrix extreme = kHonest;
  extreme.row(0) *= 100;
  CHECK(craft(extreme).row(0) == kHonest.row(2));
  CHECK(craft(kHonest.topRows(2), first).row(1) == kHonest.row(0));
}

TEST_CASE("a common offset does not change whom mimics copy") {
  CHECK(craft(kHonest.array() + 100).row(0) ==
        (kHonest.array() + 100).matrix().row(2));
}

}  // namespace fedltr::mimic_test
