#include "algorithms/attacks/stealth.hpp"

#include "tests/support/drift_attack.hpp"

namespace fedltr::stealth_test {
using test::DriftRounds;
using test::kHonest;
using test::kTypical;

TEST_CASE("stealthy attackers all send the same small step back") {
  DriftRounds sent(stealth_attack(), {{"stealth.step", 0.5}});
  const double step = 3 - 0.5 * kTypical;
  CHECK(sent(1).isApprox(Vector{{step, step}}));
  CHECK(sent(2).isApprox(Vector{{step, step}}));
}

TEST_CASE("late ones are honest until they start, and have watched") {
  DriftRounds sent(stealth_attack(),
                   {{"stealth.step", 1.0}, {"start", std::uint64_t{3}}});
  CHECK(sent(1) == kHonest);
  CHECK(sent(2) == kHonest);
  CHECK(sent(3)(0) == doctest::Approx(3 - kTypical));
}

}  // namespace fedltr::stealth_test
