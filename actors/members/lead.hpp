#pragma once

#include <map>
#include <optional>
#include <set>

#include "actors/members/member_messages.hpp"
#include "actors/members/members_plan.hpp"
#include "algorithms/members/epoch_lead.hpp"

namespace fedltr::members {

/// Everything that a lead starts with.
struct LeadPlace {
  MembersPlan plan;
  std::string digest;  ///< of the agreement
  Deadlines deadlines;
  LeadState state;  ///< of an earlier process; else the initial model
  LeadHooks hooks;
  caf::actor post;   ///< takes ToMember
  caf::actor owner;  ///< takes LeadEnded
};

/// Leads a federation, epoch by epoch:
///
///   idle --> keys --> shares --> masks --> opening --> idle
///     (three members are here,              (opened, or lost at the end of
///      and the last epoch is `every` ago)    any stage)
///
/// A stage ends when all have answered or its time is over; keys also wait for
/// members that are away. Silent members have dropped out of the epoch, which
/// continues without them while enough are left.
class LeadActor {
 public:
  static constexpr const char* name = "members-lead";

  using Self = caf::stateful_actor<LeadActor>;
  explicit LeadActor(Self* self) : self_(self) {}

  void begin(LeadPlace place);
  void end(const std::string& failure);

  void receive(const MemberHere& here);
  void receive(const MemberGone& gone);
  void receive(const MemberAnswer& answer);
  void receive(const OpenEpoch& open);
  void receive(const StageOver& over);

 private:
  void open_if_due();
  void start_stage();
  void ask(std::uint32_t member);
  void end_stage();
  void close(const std::string& lost);
  void step_model();
  void send(std::uint32_t member, const FromLead& message);
  void send_all(const FromLead& message);
  template <class Message>
  void send_later(std::uint32_t seconds, const Message& message) const;
  const std::string& name_of(std::uint32_t member) const {
    return place_.plan.names[member];
  }

  Self* self_;
  LeadPlace place_;
  std::map<std::uint32_t, std::uint64_t> processes_;  ///< last, by member
  std::set<std::uint32_t> here_;
  std::optional<EpochLead> epoch_;  ///< open
  bool is_due_ = true;              ///< the next epoch may open
  bool over_ = false;
  EpochRecord record_;  ///< of the open epoch; bytes since the last one
};

caf::behavior lead(LeadActor::Self* self, LeadPlace place);

}  // namespace fedltr::members
