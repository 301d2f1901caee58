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
  /// @param has_budget  as in MemberPlace
  explicit Member(std::function<bool(EpochKind)> has_budget = {}) {
    const auto owner = sys.spawn([this](caf::event_based_actor*) {
      return caf::behavior{
          [this](const MemberEnded& end) { ended.push_back(end); },
          [this](const MemberAnswer& answer) {
            ++answers;
            letter = answer.answer.letter;
          }};
    });
    const Rehearsal run = small_members(3);
    MemberSecrets secrets = simulated_secrets(run.seed, 0);
    secrets.charge = [](std::uint32_t, double) {
      throw BudgetSpent("nothing is left");
    };
    member_ = sys.spawn(
        member,
        MemberPlace{0,
                    make_epoch_member(run.plan, 0, run.rows[0], nullptr,
                                      std::move(secrets)),
                    kMemberFeatures, [this](const Closed&) { ++models; },
                    nullptr, owner, owner, nullptr, nullptr,
                    std::make_shared<MemberTrial>(), nullptr,
                    std::move(has_budget)});
  }

  template <class Message>
  void say(const Message& message) {
    caf::anon_send(member_, message);
    run();
  }

  std::vector<MemberEnded> ended;
  int models = 0;
  int answers = 0;
  std::string letter;  ///< of the last answer

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
    CHECK(member.ended[0].kind == MemberEnded::Kind::kLeadLies);
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
  CHECK(member.ended[0].kind == MemberEnded::Kind::kLeadLies);
}

TEST_CASE("a member whose budget is spent ends, or sends no key and stays") {
  const Welcome welcome{"digest", 0, Parameters(Vector::Zero(kMemberFeatures))};
  const auto keys_of = [&](Member& member) {
    member.say(welcome);
    member.say(Ask{1, SecureStage::kKeys, ""});
    return member.answers;
  };
  Member poor([](EpochKind) { return false; });
  CHECK(keys_of(poor) == 1);
  CHECK(poor.letter == kNoKey);
  CHECK(poor.ended.empty());
  // The charge is larger than foreseen: it drops out once it has sent a key.
  EpochLead lead(1, kMemberFeatures, {0.25, 0});
  const Rehearsal run = small_members(3);
  for (std::uint32_t i = 0; i < 4; ++i) {
    EpochMember part = make_epoch_member(run.plan, i, run.rows[i], nullptr,
                                         simulated_secrets(run.seed, i));
    lead.accept(i, part.answer(1, EpochKind::kLearning, SecureStage::kKeys, "",
                               run.plan.initial));
  }
  REQUIRE(lead.end_stage() == "");
  const Ask shares{1, SecureStage::kShares, *lead.letter(0)};
  Member rich([](EpochKind) { return true; });
  CHECK(keys_of(rich) == 1);
  rich.say(shares);
  CHECK(rich.answers == 1);
  CHECK(rich.ended.empty());
  Member ending;
  CHECK(keys_of(ending) == 1);
  ending.say(shares);
  REQUIRE(ending.ended.size() == 1);
  CHECK(ending.ended[0].kind == MemberEnded::Kind::kBudgetSpent);
}

TEST_CASE("a lead's reason for an early end makes no line of its own") {
  Member member;
  member.say(Finished{"too few\nall is well"});
  REQUIRE(member.ended.size() == 1);
  CHECK(member.ended[0].kind == MemberEnded::Kind::kTooFew);
  CHECK(member.ended[0].why == "too few?all is well");
}

}  // namespace fedltr::member_test
