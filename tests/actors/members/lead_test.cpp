// The lead alone, with answers of the test's own making.
#include "actors/members/lead.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <tuple>

#include <doctest/doctest.h>

#include "algorithms/members/epoch_member.hpp"
#include "tests/support/det_fixture.hpp"
#include "tests/support/small_members.hpp"

namespace fedltr::lead_test {
using namespace fedltr::test;
using namespace fedltr::members;
using namespace std::chrono_literals;

/// A lead with an epoch open: of four members, the last of which has left, or
/// of more, who are all there.
class Lead : public DetFixture {
 public:
  /// @param began  opening of the last epoch of an earlier process
  /// @param now    by the clock
  explicit Lead(std::int64_t began = 0, std::int64_t now = 0,
                std::uint32_t members = 3, std::uint32_t opened = 0)
      : run_(small_members(3, 0, std::max(members, 4U))) {
    LeadPlace place{run_.plan, "digest", {}, {}, {}, {}, {}};
    place.plan.every = 600;
    place.clock = [now] { return now; };
    place.state.began = began;
    place.state.opened = opened;
    place.hooks.on_open = [this](const LeadState& opened) { state = opened; };
    place.hooks.on_presence = [this](std::uint32_t member, Presence now) {
      presences[member] = now;
    };
    place.hooks.on_left = [this](std::uint32_t, const LeadState& now) {
      state = now;
    };
    place.state.model = run_.plan.initial;
    if (members == 3) place.state.left = {3};
    place.post = place.owner = sys.spawn([this](caf::event_based_actor*) {
      return caf::behavior{
          [this](const ToMember& sent) { sent_.push_back(sent); },
          [](const LeadEnded&) {}};
    });
    lead_ = sys.spawn(lead, place);
    for (std::uint32_t i = 0; i < members; ++i) say(MemberHere{i, 1});
  }

  template <class Message>
  void say(const Message& message) {
    caf::anon_send(lead_, message);
    run();
  }
  /// Sends a member's key.
  void send_key(std::uint32_t member) {
    EpochMember part =
        make_epoch_member(run_.plan, member, run_.rows[member], nullptr,
                          simulated_secrets(run_.seed, member));
    say(MemberAnswer{member,
                     {1, SecureStage::kKeys,
                      part.answer(1, EpochKind::kLearning, SecureStage::kKeys,
                                  "", run_.plan.initial)}});
  }
  /// Answers a member's last question.
  void answer(std::uint32_t member) {
    const Ask ask = sent_to<Ask>(member).back();
    const auto part = parts_.try_emplace(
        member, make_epoch_member(run_.plan, member, run_.rows[member], nullptr,
                                  simulated_secrets(run_.seed, member)));
    say(MemberAnswer{
        member,
        {ask.epoch, ask.stage,
         part.first->second.answer(ask.epoch, EpochKind::kLearning, ask.stage,
                                   ask.letter, run_.plan.initial)}});
  }
  template <class Message>
  std::vector<Message> sent_to(std::uint32_t member) const {
    std::vector<Message> found;
    for (const ToMember& each : sent_)
      if (each.member == member)
        if (const auto* message = std::get_if<Message>(&each.message))
          found.push_back(*message);
    return found;
  }

  std::map<std::uint32_t, Presence> presences;
  LeadState state;  ///< when an epoch opened, or a member has left

 private:
  Rehearsal run_;
  std::map<std::uint32_t, EpochMember> parts_;
  std::vector<ToMember> sent_;
  caf::actor lead_;
};

TEST_CASE("a key of a member that has left has no part in the epoch") {
  Lead lead;
  for (const std::uint32_t member : {3, 0, 1, 2}) lead.send_key(member);
  CHECK(lead.sent_to<Ask>(3).empty());
  const auto asked = lead.sent_to<Ask>(0);
  REQUIRE(asked.size() == 2);
  CHECK(asked[1].stage == SecureStage::kShares);
  CHECK(read_letter<Neighbours>(asked[1].letter).all == 3);
}

TEST_CASE("a lead that starts again waits for the rest of members.every") {
  const auto opens = [](Lead& lead) { return !lead.sent_to<Ask>(0).empty(); };
  // The rest of 600 s, last by a clock that was set back.
  for (const auto& [now, rest] : std::map<std::int64_t, std::chrono::seconds>{
           {1000, 600s}, {1599, 1s}, {900, 600s}}) {
    CAPTURE(now);
    Lead early(1000, now);
    CHECK_FALSE(opens(early));
    early.advance(rest - 500ms);
    CHECK_FALSE(opens(early));
    early.advance(500ms);
    CHECK(opens(early));
    CHECK(early.state.began == now);
  }
  Lead late(1000, 1600);
  CHECK(opens(late));
  Lead first(0, 1600);
  CHECK(opens(first));
}

TEST_CASE("keys do not wait for a member that declines") {
  Lead lead;
  lead.send_key(0);
  lead.send_key(1);
  CHECK(lead.sent_to<Ask>(0).size() == 1);
  lead.say(MemberAnswer{2, {1, SecureStage::kKeys, kNoKey}});
  CHECK(lead.presences.at(2) == Presence::kDeclines);
  // Two are too few for a sum.
  CHECK(lead.sent_to<Closed>(0).empty());
  lead.send_key(2);
  CHECK(lead.sent_to<Ask>(0).size() == 2);
}

TEST_CASE("keys wait for a member that stops, unless its budget is spent") {
  for (const auto& [reason, presence, are_asked] :
       std::vector<std::tuple<std::optional<StopReason>, Presence, bool>>{
           {std::nullopt, Presence::kAway, false},
           {StopReason::kInterrupted, Presence::kStopped, false},
           {StopReason::kBudgetSpent, Presence::kBudgetSpent, true},
           {StopReason::kFailed, Presence::kFailed, false},
           {StopReason::kDistrust, Presence::kDistrusts, false}}) {
    CAPTURE(static_cast<int>(presence));
    Lead lead(0, 0, 4);
    for (const std::uint32_t member : {0, 1, 2}) lead.send_key(member);
    CHECK(lead.presences.at(3) == Presence::kHere);
    lead.say(MemberGone{3, reason});
    CHECK(lead.presences.at(3) == presence);
    CHECK((lead.sent_to<Ask>(0).size() == 2) == are_asked);
    lead.say(MemberHere{3, 2});
    CHECK(lead.presences.at(3) == Presence::kHere);
  }
}

TEST_CASE("once all epochs are over, only who leaves has another presence") {
  constexpr std::uint32_t kAll = 3;  // epochs
  Lead lead(0, 0, 4, kAll);
  CHECK(lead.sent_to<Finished>(0).size() == 1);
  lead.say(MemberGone{0});
  CHECK(lead.presences.empty());
  lead.say(MemberLeaves{1});
  CHECK(lead.presences ==
        std::map<std::uint32_t, Presence>{{1, Presence::kLeft}});
  CHECK(lead.state.left == std::vector<std::uint32_t>{1});
}

TEST_CASE("no stage waits for a member whose process has ended") {
  const auto stages = [](const Lead& lead) {
    std::vector<SecureStage> stages;
    for (const Ask& ask : lead.sent_to<Ask>(0)) stages.push_back(ask.stage);
    return stages;
  };
  for (const bool ends : {false, true}) {
    CAPTURE(ends);
    Lead lead(0, 0, 8);
    for (std::uint32_t member = 0; member < 8; ++member) lead.answer(member);
    for (std::uint32_t member = 0; member < 6; ++member) lead.answer(member);
    // One whose shares have come, and one whose have not.
    lead.answer(6);
    const auto reason =
        ends ? std::optional(StopReason::kInterrupted) : std::nullopt;
    lead.say(MemberGone{6, reason});
    lead.say(MemberGone{7, reason});
    CHECK((stages(lead).back() == SecureStage::kMasks) == ends);
    if (!ends) continue;
    // Another process of it has none of its secrets.
    lead.say(MemberHere{6, 2});
    for (std::uint32_t member = 0; member < 6; ++member) lead.answer(member);
    CHECK(stages(lead).back() == SecureStage::kOpening);
  }
}

TEST_CASE("a member that joins while an epoch is open has the model before") {
  Lead lead;
  lead.say(MemberHere{0, 2});
  for (const std::uint32_t member : {0, 2})
    for (const Welcome& welcome : lead.sent_to<Welcome>(member))
      CHECK(welcome.epoch == 0);
  CHECK(lead.sent_to<Welcome>(0).size() == 2);
}

TEST_CASE("an epoch that ends before parts are asked for is empty") {
  Lead lead;
  lead.say(MemberLeaves{0});
  CHECK(lead.state.epoch == 1);
  CHECK(lead.state.empty == 1);
  Lead shared;
  for (const std::uint32_t member : {0, 1, 2}) shared.send_key(member);
  CHECK(shared.sent_to<Ask>(0).back().stage == SecureStage::kShares);
  shared.say(MemberLeaves{0});
  CHECK(shared.state.empty == 1);
  Lead masked;
  for (const std::uint32_t member : {0, 1, 2}) masked.send_key(member);
  masked.say(StageOver{1, SecureStage::kShares});
  CHECK(masked.sent_to<Ask>(0).size() == 2);  // no shares have come
  masked.say(MemberLeaves{0});
  CHECK(masked.state.empty == 0);
}

}  // namespace fedltr::lead_test
