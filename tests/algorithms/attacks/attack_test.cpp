#include "algorithms/attacks/attack.hpp"

#include <cmath>

#include <doctest/doctest.h>

namespace fedltr::attack_test {

TEST_CASE("moments are by column, the deviation the population's") {
  const Moments moments = moments_of(Matrix{{1, 5}, {3, 5}, {8, 5}});
  CHECK(moments.mean == Vector{{4, 5}});
  CHECK(moments.deviation(0) == doctest::Approx(std::sqrt((9 + 1 + 16) / 3.0)));
  CHECK(moments.deviation(1) == 0);
}

TEST_CASE("one model has no deviation") {
  const Moments moments = moments_of(Matrix{{2, -1}});
  CHECK(moments.mean == Vector{{2, -1}});
  CHECK(moments.deviation == Vector::Zero(2));
}

TEST_CASE("an answer for all is the same row for each attacker") {
  const Matrix answers = for_all(Vector{{1, 2, 3}}, 4);
  REQUIRE(answers.rows() == 4);
  for (Index i = 0; i < 4; ++i)
    CHECK(answers.row(i).transpose() == Vector{{1, 2, 3}});
}

}  // namespace fedltr::attack_test
