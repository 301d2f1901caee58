#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <stdexcept>
#include <string>
#include <vector>

#include "algorithms/core/linalg.hpp"
#include "algorithms/members/epoch_member.hpp"
#include "algorithms/members/held_out_exam.hpp"
#include "algorithms/members/member_learner.hpp"
#include "algorithms/members/model_comparison.hpp"
#include "algorithms/privacy/neighbourhood.hpp"

namespace fedltr::members {

/// Least members of an epoch: of two, each would know the other's part.
inline constexpr std::size_t kLeastMembers = 3;

/// Thrown by MemberSecrets::charge: the member's budget is spent.
struct BudgetSpent : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Members of a rehearsal that lie, the first ones.
struct Liars {
  std::uint32_t count = 0;
  double length = 0;  ///< of their reversed parts, in clips
};

/// The members' agreement on a federation; no data.
struct MembersPlan {
  std::string name;                ///< for the log
  std::vector<std::string> names;  ///< of members, by place; 3 or more
  MemberTraining training;
  EpochCode code;
  EpochCode exam;              ///< of evaluations
  std::uint32_t evaluate = 0;  ///< opened sums between evaluations; 0 = none
  bool one_each = false;       ///< evaluations count each member as one query
  Comparing comparing = {};    ///< if it is on, evaluations compare by clicks
  Tolerance tolerance;         ///< of each of its groups
  double units = 0;  ///< of a member that learns at most; 0: not agreed
  Liars liars;
  Vector initial;
  std::uint32_t epochs = 1;  ///< sums to open
  double divisor = 0;        ///< of a sum; 0 = members in it
  std::uint32_t every = 0;   ///< seconds from one epoch to the next

  /// Least members of an epoch.
  std::size_t least_members() const {
    return tolerance.lies
               ? std::max<std::size_t>(kLeastMembers, least_equal(tolerance))
               : kLeastMembers * tolerance.groups;
  }
  const EpochCode& code_of(EpochKind kind) const {
    return kind == EpochKind::kLearning ? code : exam;
  }
  /// Members of the smallest group of an epoch's.
  std::uint32_t group_of(std::size_t members) const {
    return static_cast<std::uint32_t>(members) / tolerance.groups;
  }
  /// EpochCode::mu_squared() of an epoch of this many members.
  double mu_squared(EpochKind kind, std::size_t members) const {
    return code_of(kind).mu_squared(
        honest_members(group_of(members), tolerance));
  }
  /// The same of all members.
  double mu_squared(EpochKind kind) const {
    return mu_squared(kind, names.size());
  }
  /// Units of a member at most, by which sums of groups are judged; 0: not
  /// agreed, or one group.
  double units_of(EpochKind kind) const {
    if (tolerance.groups == 1) return 0;
    if (kind == EpochKind::kLearning) return units;
    return one_each ? 1 : 0;
  }
  /// Number of evaluations, if none is lost.
  std::uint32_t exams() const {
    if (evaluate == 0) return 0;
    return epochs / evaluate + (comparing.on() ? 0 : 1) +
           (epochs % evaluate > 0);
  }
  /// True if the model after this number of opened sums is evaluated: the
  /// first, unless it is to be compared, the last and each `evaluate`-th.
  bool evaluates(std::uint32_t opened) const {
    return evaluate > 0 && (opened > 0 || !comparing.on()) &&
           (opened % evaluate == 0 || opened == epochs);
  }
};

/// Makes a member's part in the epochs of a plan.
/// @param rows      that it learns from
/// @param held_out  its own held-out queries; null: none
/// @param searches  of its real users; null: none
/// @param wary      at members.level = lying, else null
/// @param trial     its side of a comparison, if the plan compares
EpochMember make_epoch_member(const MembersPlan& plan, std::uint32_t member,
                              const std::shared_ptr<const Dataset>& rows,
                              const std::shared_ptr<const Evaluation>& held_out,
                              MemberSecrets secrets,
                              std::shared_ptr<SearchSource> searches = nullptr,
                              std::shared_ptr<WaryMember> wary = nullptr,
                              std::shared_ptr<MemberTrial> trial = nullptr);

/// Returns a member's side of a comparison; null unless the plan compares.
std::shared_ptr<MemberTrial> make_trial(const MembersPlan& plan);

/// Returns a member's checks of a lead that may lie.
std::shared_ptr<WaryMember> make_wary(const MembersPlan& plan,
                                      std::uint32_t member, MemberProof proof);

/// Time limits of stages in seconds; 0 means no clock: all members answer.
struct Deadlines {
  std::uint32_t window = 0;   ///< for keys, unless all have sent one
  std::uint32_t answer = 0;   ///< for later stages
  std::uint32_t tick = 1000;  ///< milliseconds; in a test a second is shorter
};

/// The lead's state between two epochs.
struct LeadState {
  std::uint32_t epoch = 0;   ///< last number used
  std::uint32_t opened = 0;  ///< number of opened sums
  Vector model;
  std::uint32_t exams = 0;  ///< numbers that evaluations have used
  bool measured = false;    ///< the model's evaluation has begun
  std::vector<HeldOutPoint> curve;
  std::vector<std::uint32_t> left;  ///< members that have left for good
  std::vector<ModelLink> history;   ///< at members.level = lying
  ModelComparison comparison = {};
  Vector evidence = {};  ///< that members lie, by member; of size 0 without any
  std::vector<std::uint32_t> left_out = {};  ///< members left out for that
  /// Epochs that ended before any part of a member left, and evaluations among
  /// them.
  std::uint32_t empty = 0;
  std::uint32_t empty_exams = 0;
  /// When the last epoch of learning opened, by the lead's clock; 0: unknown.
  std::int64_t began = 0;

  /// True if a member takes no part any more.
  bool is_out(std::uint32_t member) const;
};

/// Returns the reason why members that are not out can't continue, else empty.
std::string too_few_stay(const MembersPlan& plan, const LeadState& state);

/// An epoch that is over. Bytes are of messages, without frames and TLS.
struct EpochRecord {
  std::uint32_t epoch = 0;
  EpochKind kind = EpochKind::kLearning;
  std::uint32_t members = 0;
  std::vector<std::uint32_t> survivors;  ///< places
  std::string why;                       ///< it is lost; empty if it is not
  std::uint32_t groups = 1;
  std::uint32_t discarded = 0;          ///< of them
  std::vector<std::uint32_t> left_out;  ///< members, from now on
  std::uint64_t bytes_up = 0;
  std::uint64_t bytes_down = 0;
};

/// A member as its lead sees it.
enum class Presence : std::uint8_t {
  kAway,  ///< without a connection
  kHere,
  kDeclines,  ///< connected, but without a part in the last epoch of learning
  // Its process has ended:
  kStopped,  ///< by its user
  kBudgetSpent,
  kFailed,
  kDistrusts,  ///< the lead, which sends what no lead sends
  // For good:
  kLeft,
  kLeftOut
};

/// Functions of the process around a lead. May throw, which ends the lead.
struct LeadHooks {
  /// Called before an epoch opens: its number must never be used again, not
  /// even after a loss of power.
  std::function<void(const LeadState&)> on_open;
  /// Called after an epoch, before members have its result.
  std::function<void(const EpochRecord&, const LeadState&)> on_closed;
  /// Called when a member leaves, before it has the answer.
  std::function<void(std::uint32_t member, const LeadState&)> on_left;
  /// Called when a member's presence may have changed; once all epochs are
  /// over, only when it leaves for good. Or empty.
  std::function<void(std::uint32_t member, Presence presence)> on_presence = {};
  /// Called each second with the number of connected members; or empty.
  std::function<void(std::size_t here)> on_second = {};
};

}  // namespace fedltr::members
