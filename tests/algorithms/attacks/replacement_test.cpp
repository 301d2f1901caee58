#include "algorithms/attacks/replacement.hpp"

#include "tests/support/drift_attack.hpp"

namespace fedltr::replacement_test {
using test::DriftRounds;
using test::kHonest;
using test::kTypical;

TEST_CASE("one message makes the mean the model that is wanted") {
  DriftRounds sent(replacement_attack(),
                   {{"replacement.length", 10.0}, {"start", std::uint64_t{2}}});
  CHECK(sent(1) == kHonest);
  // The mean of five, of which four are 3, is to be -10.
  CHECK(sent(2) == Vector{{-62, 4}});
  CHECK((-62 + 4 * 3) / 5.0 == -10);
  CHECK(sent(3) == kHonest);
}

TEST_CASE("the model is replaced in the last round, unless another is named") {
  DriftRounds sent(replacement_attack(), {}, 3);
  CHECK(sent(2) == kHonest);
  CHECK(sent(3) == Vector{{-17, 4}});
}

TEST_CASE("an absent attacker sends the message in its next round") {
  DriftRounds sent(replacement_attack(), {{"start", std::uint64_t{3}}});
  CHECK(sent(2) == kHonest);
  CHECK(sent(5) == Vector{{-17, 4}});
  CHECK(sent(6) == kHonest);
}

TEST_CASE("the message is sent once, however many rounds unlearn") {
  DriftRounds sent(replacement_attack(), {{"start", std::uint64_t{2}}});
  CHECK(sent(1) == kHonest);
  CHECK(sent(1, 5) == kHonest);  // clients are unlearned before it
  CHECK(sent(2, 5) == Vector{{-17, 4}});
  CHECK(sent(2, 6) == kHonest);  // and after it
}

}  // namespace fedltr::replacement_test
