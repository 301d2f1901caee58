#include "algorithms/attacks/seesaw.hpp"

#include "tests/support/drift_attack.hpp"

namespace fedltr::seesaw_test {
using test::DriftRounds;
using test::kHonest;
using test::kTypical;

TEST_CASE("a seesaw cancels in each round, and in each one's own sum") {
  DriftRounds sent(seesaw_attack(),
                   {{"seesaw.step", 0.5}, {"amplitude", 10.0}});
  const double step = 3 - 0.5 * kTypical;
  const Vector first = sent(1);
  CHECK(first.sum() == doctest::Approx(2 * step));
  CHECK(std::abs(first(0) - step) == doctest::Approx(10 * kTypical));
  const Vector second = sent(2);
  CHECK((first + second).isApprox(Vector{{2 * step, 2 * step}}));
}

TEST_CASE("a seesaw continues while clients are unlearned") {
  DriftRounds sent(seesaw_attack(),
                   {{"seesaw.step", 0.5}, {"amplitude", 10.0}});
  const double step = 3 - 0.5 * kTypical;
  const Vector sum = sent(1) + sent(1, 1);
  CHECK(sum.isApprox(Vector{{2 * step, 2 * step}}));
}

TEST_CASE("the last of an odd number of attackers has no partner") {
  const Vector global{{1}};
  const Matrix honest{{2}, {3}, {4}};
  const Matrix sent = seesaw_attack().make({})->craft(
      {global, honest, 3, 9, 3, Rng(1, Purpose::kAttack)});
  // Lengths 1, 0, 1; the upper median 1.
  const double step = 3 - std::sqrt(1.5);
  CHECK(sent(2, 0) == doctest::Approx(step));
  CHECK(sent(0, 0) + sent(1, 0) == doctest::Approx(2 * step));
  CHECK(sent(0, 0) != doctest::Approx(step));
}

}  // namespace fedltr::seesaw_test
