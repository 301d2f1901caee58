#pragma once

#include <functional>
#include <optional>

#include "actors/members/member_messages.hpp"
#include "actors/members/members_plan.hpp"
#include "algorithms/members/epoch_member.hpp"

namespace fedltr::members {

/// Everything that a member starts with.
struct MemberPlace {
  std::uint32_t member = 0;  ///< place in the plan's names
  EpochMember part;
  Index parameters = 0;
  /// Called with each model: its epoch, members that sent a key, and survivors
  /// (both 0 in a welcome).
  std::function<void(const Closed&)> on_model;
  std::function<void(const Measured&)> on_measured;  ///< or empty
  caf::actor post;                                   ///< takes MemberAnswer
  caf::actor owner;                                  ///< takes MemberEnded
  std::function<void(const Closed&)> on_lost = {};   ///< or empty
  std::shared_ptr<WaryMember> wary = nullptr;        ///< as in its part
  /// The one of `part`, if clicks compare models; else null.
  std::shared_ptr<MemberTrial> trial = {};
  /// Called when another comparison begins; or empty.
  std::function<void(const MemberTrial&)> on_trial = {};
  /// True if the member's budget covers an epoch of this kind: it sends no key
  /// else. Empty: it ends when its budget is spent.
  std::function<bool(EpochKind)> has_budget = {};
};

/// A member: learns from its own rows and answers the lead. An invalid or late
/// message has no answer, so that the lead counts it as a dropout.
class MemberActor {
 public:
  static constexpr const char* name = "member";

  using Self = caf::stateful_actor<MemberActor>;
  explicit MemberActor(Self* self) : self_(self) {}

  void begin(MemberPlace place);
  void end(MemberEnded::Kind kind, const std::string& why);

  void receive(const Welcome& welcome);
  void receive(const Ask& ask) { answer(ask, EpochKind::kLearning); }
  void receive(const Examine& exam) {
    answer(exam.ask, EpochKind::kEvaluation);
  }
  void receive(const Closed& closed);
  void receive(const Measured& measured);
  void receive(const Finished& finished);
  void receive(const History& history);
  void receive(const Roster& roster);
  void receive(const Fallback& fallback);

 private:
  bool is_of_use(const Parameters& model);
  void begin_trial(std::uint32_t began, const Parameters& kept);
  void take(const Closed& closed);
  void answer(const Ask& ask, EpochKind kind);

  Self* self_;
  std::optional<MemberPlace> place_;
  Parameters model_;
  std::optional<Welcome> welcome_;  ///< with a history to come
};

caf::behavior member(MemberActor::Self* self, MemberPlace place);

}  // namespace fedltr::members
