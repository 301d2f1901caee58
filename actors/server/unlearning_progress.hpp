#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "actors/plan.hpp"

namespace fedltr {

/// Progress of a run's unlearning: the request that is due, and the position in
/// the schedule of the current request.
///
///   begin -> [take_spec -> close_round | skip_round]* with begin_removal and
///   cohort_removed in between -> finish
class UnlearningProgress {
 public:
  /// @param plan  outlives it
  explicit UnlearningProgress(const FederationPlan& plan) : plan_(&plan) {}

  /// Returns the request due after `trained` rounds of training; null if none
  /// is.
  const LeaveRequest* due(std::uint32_t trained) const;

  /// Begins the request that is due.
  /// @param round      closed rounds
  /// @param model      from which clients are unlearned
  /// @param took_part  true if any of the clients took part; otherwise they
  ///                   leave, and nothing is unlearned
  /// @return           the model from which its rounds start
  UnlearningSchedule::Start begin(std::uint32_t trained, std::uint32_t round,
                                  const Vector& model, bool took_part);
  /// Record of the current request; null if no client is being unlearned.
  const UnlearningRecord* record() const {
    return active_ ? &active_->record : nullptr;
  }

  /// True if the clients are to be removed before the next round.
  bool removal_is_due() const;
  /// Returns the next round's spec; nullopt at the end of the schedule.
  std::optional<RoundSpec> take_spec();
  /// Counts the round of the spec taken last.
  void close_round(std::uint64_t interactions, std::uint64_t bytes_up,
                   std::uint64_t bytes_down);
  /// Notes that no client could take part in that round.
  void skip_round() { open_ = false; }

  /// Begins to remove the clients in `cohorts` cohorts.
  void begin_removal(std::size_t cohorts) { removals_ = cohorts; }
  bool is_removing() const { return removals_ > 0; }
  /// Keeps the documents that a removed client's users clicked, as evidence.
  void keep_evidence(std::uint32_t client, std::vector<std::uint32_t> clicked);
  /// Notes that one more cohort has removed its clients.
  /// @return  true if it was the last
  /// @throws std::invalid_argument  if none is awaited
  bool cohort_removed();

  /// Ends the current request, complete or not, and returns its record.
  UnlearningRecord finish(std::uint32_t round, const Vector& model);

  /// Exchanges the state as if an open round had not begun.
  /// @throws ArchiveError
  void exchange(Archive& archive);

 private:
  struct Active {
    Active() {}  // clang 14 does not default it within a class

    UnlearningSchedule schedule;
    std::uint32_t rng_round = 0;  ///< first unused one at the begin
    std::size_t next = 0;         ///< next spec of the schedule
    UnlearningRecord record;
  };

  void exchange(Archive& archive, Active& active);

  const FederationPlan* plan_;
  std::size_t next_request_ = 0;
  std::uint32_t rng_round_ = kFreshRngRound;  ///< first unused one
  std::optional<Active> active_;
  bool open_ = false;         ///< the round of the last spec is open
  std::size_t removals_ = 0;  ///< cohorts whose clients are not yet removed
};

}  // namespace fedltr
