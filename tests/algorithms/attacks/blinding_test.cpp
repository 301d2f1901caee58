#include "algorithms/attacks/blinding.hpp"

#include "tests/support/drift_attack.hpp"

namespace fedltr::blinding_test {
using test::DriftRounds;
using test::kHonest;
using test::kTypical;

TEST_CASE("a huge pair cancels in the mean, once a period") {
  DriftRounds sent(blinding_attack(), {{"blinding.step", 1.0},
                                       {"amplitude", 100.0},
                                       {"period", std::uint64_t{2}}});
  const double step = 3 - kTypical;
  const Vector first = sent(1);
  CHECK(first.sum() == doctest::Approx(2 * step));
  CHECK(std::abs(first(0) - step) == doctest::Approx(100 * kTypical));
  CHECK(sent(2).isApprox(Vector{{step, step}}));
  // The reverse assignment.
  CHECK(sent(3).isApprox(Vector{{first(1), first(0)}}));
  CHECK(sent(4).isApprox(Vector{{step, step}}));
}

TEST_CASE(
    "pairs come by rounds of training, also once clients were unlearned") {
  DriftRounds sent(blinding_attack(), {{"blinding.step", 1.0},
                                       {"amplitude", 100.0},
                                       {"period", std::uint64_t{2}}});
  const Vector first = sent(1);
  const Vector none = sent(2);
  for (const std::uint32_t more : {1U, 2U, 3U}) CHECK(sent(2, more) == none);
  CHECK(sent(3, 3).isApprox(Vector{{first(1), first(0)}}));
}

TEST_CASE("a lone attacker has no other to cancel with") {
  const Vector global{{1}};
  const Matrix honest{{2}};
  const Matrix sent = blinding_attack().make({})->craft(
      {global, honest, 1, 5, 1, Rng(1, Purpose::kAttack)});
  CHECK(sent == Matrix{{1}});  // it moved by 1, and goes back by 1
}

}  // namespace fedltr::blinding_test
