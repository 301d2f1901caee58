#include "algorithms/attacks/min_max.hpp"

#include <doctest/doctest.h>

namespace fedltr::min_max_test {
namespace {

double sent_by(const AttackMethod& method, const Matrix& honest) {
  const Vector global{{-1}};
  const Matrix sent = method.make({})->craft(
      {global, honest, 2, 10, 2, Rng(1, Purpose::kAttack)});
  REQUIRE(sent.rows() == 2);
  CHECK(sent(0, 0) == sent(1, 0));
  return sent(0, 0);
}

}  // namespace

TEST_CASE("min-max is as far from the farthest as two honest ones are") {
  // Mean 1, back towards -1; 3 from 3 is 0.
  CHECK(sent_by(min_max_attack(), Matrix{{0}, {0}, {3}}) ==
        doctest::Approx(0).scale(1));
}

TEST_CASE("min-sum has the sum of the honest one farthest from all") {
  // At 1 - s: 2 (1 - s)^2 + (2 + s)^2 = 6 + 3 s^2, at most 9 + 9; s = 2.
  CHECK(sent_by(min_sum_attack(), Matrix{{0}, {0}, {3}}) ==
        doctest::Approx(-1));
}

TEST_CASE("attackers with one honest update send it") {
  CHECK(sent_by(min_max_attack(), Matrix{{4}}) == 4);
  CHECK(sent_by(min_sum_attack(), Matrix{{4}}) == 4);
}

}  // namespace fedltr::min_max_test
