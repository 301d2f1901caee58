// A member alone, with messages of the test's own making.
#include "actors/members/member.hpp"

#include <limits>

#include <doctest/doctest.h>

#include "tests/support/det_fixture.hpp"
#include "tests/support/small_members.hpp"

namespace fedltr::member_test {
using namespace fedltr::test;
using namespace fedltr::members;

class Member : public DetFixture {
 public:
  Member() {
    const auto owner = sys.spawn([this](caf::event_based_actor*) {
      return caf::behavior{
          [this](const MemberEnded& end) { ended.push_back(end); },
          [](const MemberAnswer&) {}};
    });
    const Rehearsal run = small_members(3);
    member_ = sys.spawn(
        member,
        MemberPlace{0,
                    make_epoch_member(run.plan, 0, run.rows[0], nullptr,
                                      simulated_secrets(run.seed, 0)),
                    kMemberFeatures, [this](const Closed&) { ++models; },
                    nullptr, owner, owner, nullptr, nullptr,
                    std::make_shared<MemberTrial>()});
  }

  template <class Message>
  void say(const Message& message) {
    caf::anon_send(member_, message);
    run();
  }

  std::vector<MemberEnded> ended;
  int models = 0;

 private:
  caf::actor member_;
};

TEST_CASE("a member takes no model that is of no use") {
  for (const double value : {std::numeric_limits<double>::quiet_NaN(),
                             std::numeric_limits<double>::infinity()}) {
    Vector model = Vector::Zero(kMemberFeatures);
    Member member;
    member.say(Welcome{"digest", 0, Parameters(model)});
    CHECK(member.models == 1);
    model(2) = value;
    member.say(Closed{1, 4, 4, "", Parameters(model)});
    CHECK(member.models == 1);
    REQUIRE(member.ended.size() == 1);
    CHECK(member.ended[0].kind == MemberEnded::Kind::kFailed);
  }
}

TEST_CASE("a withdrawal needs a model that was kept") {
  Member member;
  member.say(Welcome{"digest", 0, Parameters(Vector::Zero(kMemberFeatures))});
  HeldOutPoint point;
  point.verdict = ModelVerdict::kWithdrawn;
  member.say(Measured{1, point});
  CHECK(member.models == 1);
  REQUIRE(member.ended.size() == 1);
  CHECK(member.ended[0].kind == MemberEnded::Kind::kFailed);
}

TEST_CASE("a lead's reason for an early end makes no line of its own") {
  Member member;
  member.say(Finished{"too few\nall is well"});
  REQUIRE(member.ended.size() == 1);
  CHECK(member.ended[0].kind == MemberEnded::Kind::kTooFew);
  CHECK(member.ended[0].why == "too few?all is well");
}

}  // namespace fedltr::member_test
