#pragma once

#include <map>
#include <optional>
#include <set>

#include "actors/members/lead_registry.hpp"
#include "actors/members/member_messages.hpp"
#include "actors/members/members_plan.hpp"
#include "algorithms/members/group_sums.hpp"

namespace fedltr::members {

/// Everything that a lead starts with.
struct LeadPlace {
  MembersPlan plan;
  std::string digest;  ///< of the agreement
  Deadlines deadlines;
  LeadState state;  ///< of an earlier process; else the initial model
  LeadHooks hooks;
  caf::actor post;           ///< takes ToMember
  caf::actor owner;          ///< takes LeadEnded
  Certifier certifier = {};  ///< at members.level = lying
  /// Bits by which groups are drawn, which members can't foresee.
  std::function<Bits(std::uint32_t epoch)> draw = {};
  /// Unix seconds, by which a later process waits for the rest of `every`;
  /// empty: it does not.
  std::function<std::int64_t()> clock = {};
};

/// Leads a federation, epoch by epoch:
///
///   idle --> keys --> shares --> masks [--> agreement] --> opening --> idle
///     (three members are here,              (opened, or lost at the end of
///      and the last epoch is `every` ago)    any stage)
///
/// At members.level = lying, it checks first what members check of it.
///
/// Evaluations are epochs of their own, without a wait before them. If clicks
/// compare models, an evaluation comes just before the next epoch, so that
/// users have seen the model, and may replace it.
///
/// A stage ends when all have answered or its time is over; keys also wait for
/// members that are away, but not for those that were away all through the last
/// keys, have spent their budgets, or are out for good. Silent members have
/// dropped out of the epoch, which continues without them while enough are
/// left.
///
/// With groups, it leaves members out whose groups are discarded too often.
class LeadActor {
 public:
  static constexpr const char* name = "members-lead";

  using Self = caf::stateful_actor<LeadActor>;
  explicit LeadActor(Self* self) : self_(self) {}

  void begin(LeadPlace place);
  void end(const std::string& failure, const std::string& too_few = {});

  void receive(const MemberHere& here);
  void receive(const MemberGone& gone);
  void receive(const MemberLeaves& leaves);
  void receive(const MemberAnswer& answer);
  void receive(const OpenEpoch& open);
  void receive(const SecondOver& over);
  void receive(const StageOver& over);

 private:
  void wait_for_rest();
  void open_if_due();
  void start_stage();
  void ask(std::uint32_t member);
  FromLead asking(const Ask& ask) const;
  bool is_exam_due() const;
  /// True if the open epoch compares models by clicks.
  bool is_comparison() const {
    return record_.kind == EpochKind::kEvaluation && place_.plan.comparing.on();
  }
  bool has_all_keys() const;
  void end_stage();
  void note_keys();
  void note_wait(std::uint32_t seconds) const;
  std::uint32_t pause_after_loss();
  void note_empty();
  std::string loss_of(const EpochGroup& group) const;
  void close(std::string lost);
  void turn_away(std::uint32_t member);
  void send_left_out(std::uint32_t member);
  void forget_secrets(std::uint32_t member);
  void drop_out(std::uint32_t member);
  void note_presence(std::uint32_t member, Presence presence) const;
  std::optional<EpochCheck> epoch_check() const;
  FromLead fallback() const;
  void go_on(std::uint32_t pause);
  FromLead result_of(const std::string& lost) const;
  void send(std::uint32_t member, const FromLead& message);
  void send_all(const FromLead& message);
  // In lead_sums.cpp.
  void leave_out(const GroupSums& sums);
  std::string take_sums();
  std::string take(const GroupSums& sums);
  void compare(const Vector& sum, std::uint32_t members);

  template <class Message>
  void send_later(std::uint32_t seconds, const Message& message) const;
  const std::string& name_of(std::uint32_t member) const {
    return place_.plan.names[member];
  }

  Self* self_;
  LeadPlace place_;
  std::map<std::uint32_t, std::uint64_t> processes_;  ///< last, by member
  std::set<std::uint32_t> here_;
  std::set<std::uint32_t> away_;       ///< all through the last keys, and since
  std::set<std::uint32_t> restarted_;  ///< since the keys of this epoch
  std::set<std::uint32_t> declined_;   ///< to send a key in the last epoch
  std::uint32_t poor_pause_ = 0;       ///< seconds, after the last lost epoch
  std::optional<GroupedLead> epoch_;   ///< open
  bool is_due_ = true;                 ///< the next epoch of learning may open
  bool over_ = false;
  std::string too_few_;  ///< members stay, once it is over
  EpochRecord record_;   ///< of the open epoch; bytes since the last one
  std::optional<LeadRegistry> registry_;  ///< at members.level = lying
};

caf::behavior lead(LeadActor::Self* self, LeadPlace place);

}  // namespace fedltr::members
