#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "actors/plan.hpp"

namespace fedltr {

/// Follows a run's unlearning: which request is due, and how far the schedule
/// of the one that is being carried out has come.
///
///   begin -> [take_spec -> close_round | skip_round]* with begin_removal and
///   cohort_removed in between -> finish
class UnlearningProgress {
 public:
  /// @param plan  outlives it
  explicit UnlearningProgress(const FederationPlan& plan) : plan_(&plan) {}

  /// The request that is due after so many rounds of training, or none.
  const LeaveRequest* due(std::uint32_t trained) const;

  /// Begins to carry out the request that is due.
  /// @param round      closed rounds
  /// @param model      to be unlearned from
  /// @param took_part  whether any of the clients did; otherwise they leave,
  ///                   and nothing is unlearned
  /// @return           the model from which its rounds go on
  UnlearningSchedule::Start begin(std::uint32_t trained, std::uint32_t round,
                                  const Vector& model, bool took_part);
  /// Of the request that is being carried out; none: no client is being
  /// unlearned.
  const UnlearningRecord* record() const {
    return active_ ? &active_->record : nullptr;
  }

  /// Whether the clients are to be removed before the next round.
  bool removal_is_due() const;
  /// The next round's spec; none: the schedule has come to its end.
  std::optional<RoundSpec> take_spec();
  /// Counts the round of the spec taken last.
  void close_round(std::uint64_t interactions, std::uint64_t bytes_up,
                   std::uint64_t bytes_down);
  /// Notes that nobody could take part in that round.
  void skip_round() { open_ = false; }

  /// Begins to remove the clients, in so many cohorts.
  void begin_removal(std::size_t cohorts) { removals_ = cohorts; }
  bool is_removing() const { return removals_ > 0; }
  /// Keeps the documents that a removed client's users clicked, as evidence.
  void keep_evidence(std::uint32_t client, std::vector<std::uint32_t> clicked);
  /// Notes that one more cohort has removed its clients.
  /// @return  whether it was the last
  /// @throws std::invalid_argument  if none is awaited
  bool cohort_removed();

  /// Ends it, wherever it is: what it took.
  UnlearningRecord finish(std::uint32_t round, const Vector& model);

  /// As if an open round had not begun.
  /// @throws ArchiveError
  void exchange(Archive& archive);

 private:
  struct Active {
    Active() {}  // clang 14 does not default it within a class

    UnlearningSchedule schedule;
    std::uint32_t rng_round = 0;  ///< the first free one as it began
    std::size_t next = 0;         ///< spec of the schedule
    UnlearningRecord record;
  };

  void exchange(Archive& archive, Active& active);

  const FederationPlan* plan_;
  std::size_t next_request_ = 0;
  std::uint32_t rng_round_ = kFreshRngRound;  ///< the first not used yet
  std::optional<Active> active_;
  bool open_ = false;         ///< the spec taken last has neither closed nor
                              ///< been skipped
  std::size_t removals_ = 0;  ///< cohorts whose clients are not yet removed
};

}  // namespace fedltr
