#pragma once

#include <algorithm>
#include <limits>
#include <span>

#include "actors/plan.hpp"
#include "actors/protocol/cohort_tasks.hpp"
#include "algorithms/core/archive.hpp"

namespace fedltr {

/// Maximum magnitude of a number in a sum: learners accept numbers up to
/// kLargestSent, and late updates or a server's momentum make them larger; no
/// sum of these overflows.
inline constexpr double kLargestNumber = 1e110;

inline constexpr std::uint64_t kNoBoundOfRounds =
    std::numeric_limits<std::uint64_t>::max();

/// Bounds of the messages about a plan's cohort. A peer's messages must fit the
/// plan: faults, for example, are drawn before any client is asked. Every check
/// throws ArchiveError, which names the values.
struct Bounds {
  const FederationPlan& plan;
  std::uint32_t cohort = 0;
  /// Searches of its clients in a round of training; empty if unknown.
  std::span<const std::uint32_t> interactions = {};
  std::uint64_t rounds = kNoBoundOfRounds;  ///< maximum number so far
  std::uint32_t first = cohort * kCohortSize;
  std::uint32_t size = std::min(kCohortSize, plan.clients - first);

  /// Checks a server's task for the cohort.
  void check(const CohortTask& task) const;
  /// Checks the cohort's answer to a task.
  void check(const CohortTask& task, const CohortOutcome& outcome) const;
  /// True if a client is of the cohort.
  bool has(std::uint32_t client) const {
    return client >= first && client - first < size;
  }
  /// Checks that clients are of the cohort, and ascend.
  void check_members(const std::vector<std::uint32_t>& clients) const;
  /// Checks the cohort's statistics of its clients.
  void check(const std::vector<ClientStats>& x) const;
  /// Checks a late update.
  /// @param from  round of training in which it was learned
  /// @param due   round of training in which it counts
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
  void check_counts(const TrainCohort& task, const CohortUpdate& x) const;
  void check_rows(const TrainCohort& task, const CohortUpdate& x) const;
};

}  // namespace fedltr
