#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <span>
#include <vector>

#include "actors/plan.hpp"

namespace fedltr {

/// Chooses the clients that take part in each round of a run: those that have
/// data, have not been removed, are present in the plan's timeline, and are
/// drawn. Lists of clients are in ascending order.
class Participants {
 public:
  /// @param plan  outlives it
  Participants(const FederationPlan& plan, const Population& population);

  /// True if no client has data.
  bool none_active() const { return gone_.size() == plan_->clients; }
  /// Clients that have data and have not been removed.
  std::vector<std::uint32_t> active() const;
  bool is_active(std::uint32_t client) const;

  /// Draws the participants of a round. The functions below up to `discard`
  /// refer to the round chosen last.
  /// @param trained    rounds of training closed so far
  /// @param unlearned  clients that are being unlearned; empty if none are
  void choose(const RoundSpec& spec, std::uint32_t trained,
              std::span<const std::uint32_t> unlearned = {});
  /// True if all clients of the federation take part; then none is listed.
  bool everybody() const { return everybody_; }
  std::uint32_t count() const { return count_; }
  /// Cohorts with participants, or with late updates that are due.
  const std::vector<std::uint32_t>& cohorts() const { return cohorts_; }
  /// Participants of a cohort; empty if all or no clients take part.
  std::vector<std::uint32_t> of_cohort(std::uint32_t cohort) const {
    const auto found = by_cohort_.find(cohort);
    return found == by_cohort_.end() ? std::vector<std::uint32_t>()
                                     : found->second;
  }
  /// True if none of a cohort's clients takes part.
  bool is_idle(std::uint32_t cohort) const {
    return !everybody_ && !by_cohort_.contains(cohort);
  }
  std::vector<std::uint32_t> clients() const;
  /// Clients that may take part in a round, drawn or not; empty means all.
  std::vector<std::uint32_t> eligible(
      const RoundSpec& spec, std::uint32_t trained,
      std::span<const std::uint32_t> unlearned = {}) const;
  std::uint32_t count_attackers(std::uint32_t training_round) const;

  /// Forgets the clients that stored updates in a round that was not used.
  void discard(const RoundSpec& spec);
  /// Removes clients for good.
  void remove(std::span<const std::uint32_t> clients);

  /// Exchanges the state that later rounds depend on, for a checkpoint.
  /// @throws ArchiveError
  void exchange(Archive& archive);

 private:
  std::vector<std::uint32_t> select(
      const RoundSpec& spec, std::uint32_t trained,
      std::span<const std::uint32_t> unlearned) const;
  std::vector<std::uint32_t> draw(const RoundSpec& spec,
                                  std::uint32_t trained) const;
  bool is_present(std::uint32_t client, const RoundSpec& spec,
                  std::uint32_t trained) const;
  void expect_late(std::uint32_t round, std::span<const std::uint32_t> asked);
  std::set<std::uint32_t> late_cohorts(const RoundSpec& spec,
                                       std::span<const std::uint32_t> asked);

  const FederationPlan* plan_;
  std::shared_ptr<const Turns> turns_;  ///< null: participants are drawn
  std::vector<std::uint32_t> gone_;     ///< clients that are not active
  bool everybody_ = false;
  std::uint32_t count_ = 0;
  std::vector<std::uint32_t> cohorts_;
  /// Participants by cohort; of cohorts that have any.
  std::map<std::uint32_t, std::vector<std::uint32_t>> by_cohort_;
  /// Participants by stored round, unless all clients took part.
  std::map<std::uint32_t, std::vector<std::uint32_t>> stored_by_;
  /// Cohorts that have late updates to add, by the round of training in which
  /// these count. Follows from the plan, so it is in no checkpoint.
  std::map<std::uint32_t, std::set<std::uint32_t>> late_;
  std::uint32_t expected_ = 0;  ///< round up to which late_ is known
};

}  // namespace fedltr
