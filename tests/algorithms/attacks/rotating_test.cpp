#include "algorithms/attacks/rotating.hpp"

#include "tests/support/drift_attack.hpp"

namespace fedltr::rotating_test {
using test::DriftRounds;
using test::kHonest;
using test::kTypical;

TEST_CASE("attackers take turns, the others are honest") {
  DriftRounds sent(rotating_attack(),
                   {{"rotating.step", 2.0}, {"period", std::uint64_t{2}}});
  const double step = 3 - 2 * kTypical;
  for (const std::uint32_t round : {1U, 2U, 5U})
    CHECK(sent(round).isApprox(Vector{{step, 4}}));
  for (const std::uint32_t round : {7U, 8U})
    CHECK(sent(round).isApprox(Vector{{2, step}}));
}

TEST_CASE("turns continue while clients are unlearned") {
  DriftRounds sent(rotating_attack(),
                   {{"rotating.step", 2.0}, {"period", std::uint64_t{2}}});
  const double step = 3 - 2 * kTypical;
  for (const std::uint32_t more : {0U, 3U, 4U})
    CHECK(sent(2, more).isApprox(Vector{{step, 4}}));
  for (const std::uint32_t more : {1U, 2U, 5U})
    CHECK(sent(2, more).isApprox(Vector{{2, step}}));
}

}  // namespace fedltr::rotating_test
