#pragma once

#include <algorithm>
#include <limits>
#include <span>

#include "actors/nodes/node_wire.hpp"

namespace fedltr {

/// Learners accept numbers to kLargestSent, and what late updates add, or a
/// server's momentum, makes some more of them; no sum of these overflows.
inline constexpr double kLargestNumber = 1e110;

inline constexpr std::uint64_t kNoBoundOfRounds =
    std::numeric_limits<std::uint64_t>::max();

/// A plan's cohort, as far as what is said about it must fit. What a peer says
/// is held against what the plan leaves open: faults, for one, are drawn before
/// anybody is asked. Every check throws ArchiveError, which says the values.
struct Bounds {
  const FederationPlan& plan;
  std::uint32_t cohort = 0;
  /// Searches of its clients in a round of training; empty: not known here.
  std::span<const std::uint32_t> interactions = {};
  std::uint64_t rounds = kNoBoundOfRounds;  ///< so far, at most
  std::uint32_t first = cohort * kCohortSize;
  std::uint32_t size = std::min(kCohortSize, plan.clients - first);

  /// Checks what a server asks of the cohort.
  void check(const wire::Task& task) const;
  /// Checks what the cohort answers to that.
  void check(const wire::Task& task, const wire::Outcome& outcome) const;
  /// Checks what the cohort keeps of a client.
  void check(const ClientStats& x) const;
  /// Checks an update that is late.
  /// @param from  round of training in which it was learned
  /// @param due   round of training in which it comes
  void check_late(const Block::Stale& x, std::uint32_t from,
                  std::uint32_t due) const;

 private:
  void check_task(const TrainCohort& x) const;
  void check_task(const EvaluateOwn& x) const;
  void check_task(const StatsRequest& x) const;
  void check_task(const LeaveCohort& x) const;
  void check_answer(const TrainCohort& task, const CohortUpdate& x) const;
  void check_answer(const EvaluateOwn& task, const CohortEvaluated& x) const;
  void check_answer(const StatsRequest& task, const CohortStats& x) const;
  void check_answer(const LeaveCohort& task, const CohortLeft& x) const;
  void check_answer(const auto&, const ClientFailed&) const {}
  void check_answer(const auto& task, const auto& x) const;
  void check_cohort(const char* message, std::uint32_t of_cohort) const;
  void check_model(const Parameters& model) const;
  void check_members(const std::vector<std::uint32_t>& clients) const;
  void check_counts(const TrainCohort& task, const CohortUpdate& x) const;
  void check_rows(const TrainCohort& task, const CohortUpdate& x) const;
};

}  // namespace fedltr
