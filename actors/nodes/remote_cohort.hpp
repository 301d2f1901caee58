#pragma once

#include <deque>

#include "actors/cohort/cohort.hpp"
#include "actors/nodes/roster.hpp"

namespace fedltr {

/// Proxy at the server for a cohort whose clients are at a node: answers the
/// same messages. Submits one task at a time and keeps the cohort's state
/// between tasks, so that any node can continue; a checkpoint needs only that
/// state, and asks no node.
struct RemoteCohortState {
  static constexpr const char* name = "remote cohort";

  explicit RemoteCohortState(caf::stateful_actor<RemoteCohortState>* owner)
      : self(owner) {}

  void enqueue(CohortTask task);
  void submit();
  void on_answer(const Answered& answered);
  void accept(const Answered& answered);
  void send_snapshot(std::uint32_t after) const;
  void restore(const Restore& from);

  /// The cohort's state after that round of the server.
  struct Snapshot {
    std::uint32_t round = 0;
    std::shared_ptr<const std::string> state =
        std::make_shared<const std::string>();  ///< initially empty
  };

  caf::stateful_actor<RemoteCohortState>* self;
  std::shared_ptr<const FederationPlan> plan;
  std::uint32_t index = 0;
  std::vector<std::uint32_t> interactions;  ///< by client, in a round
  caf::actor roster;
  caf::actor server;  ///< sender of the last task
  /// Tasks; the first has been submitted.
  std::deque<std::shared_ptr<const CohortTask>> queue;
  // A round may be given up after a cohort has answered, so there are two.
  Snapshot now;
  Snapshot before;
};

/// @param interactions  of each of its clients in a round of training
caf::behavior remote_cohort(caf::stateful_actor<RemoteCohortState>* self,
                            std::shared_ptr<const FederationPlan> plan,
                            std::vector<std::uint32_t> interactions,
                            std::uint32_t index, caf::actor roster);

/// Returns a function that spawns remote cohorts at a roster's nodes.
SpawnCohort cohorts_at(const caf::actor& roster);

}  // namespace fedltr
