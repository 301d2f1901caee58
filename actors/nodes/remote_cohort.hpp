#pragma once

#include <concepts>
#include <deque>

#include "actors/cohort/cohort.hpp"
#include "actors/nodes/roster.hpp"

namespace fedltr {

/// Proxy at the server for a cohort whose clients are at a node: answers the
/// same messages. Submits one task at a time and keeps the cohort's state
/// between tasks, so that any node can continue; a checkpoint needs only that
/// state, and asks no node.
class RemoteCohortState {
 public:
  static constexpr const char* name = "remote cohort";

  explicit RemoteCohortState(caf::stateful_actor<RemoteCohortState>* owner)
      : self_(owner) {}

  /// @param interactions  of each of its clients in a round of training
  void begin(std::shared_ptr<const FederationPlan> plan,
             std::vector<std::uint32_t> interactions, std::uint32_t index,
             caf::actor roster);

  template <class Task>
  requires std::constructible_from<CohortTask, const Task&>
  void receive(const Task& task) { enqueue(task); }
  void receive(const Answered& answered);
  void receive(const SnapshotRequest& request);
  void receive(const Restore& from);
  void receive(const caf::exit_msg& message);

 private:
  /// The cohort's state after that round of the server.
  struct Snapshot {
    std::uint32_t round = 0;
    std::shared_ptr<const std::string> state =
        std::make_shared<const std::string>();  ///< initially empty
  };

  void enqueue(CohortTask task);
  void submit();
  void accept(const Answered& answered);

  caf::stateful_actor<RemoteCohortState>* self_;
  std::shared_ptr<const FederationPlan> plan_;
  std::uint32_t index_ = 0;
  std::vector<std::uint32_t> interactions_;  ///< by client, in a round
  caf::actor roster_;
  caf::actor server_;  ///< sender of the last task
  /// Tasks; the first has been submitted.
  std::deque<std::shared_ptr<const CohortTask>> queue_;
  // A round may be given up after a cohort has answered, so there are two.
  Snapshot now_;
  Snapshot before_;
};

/// @param interactions  of each of its clients in a round of training
caf::behavior remote_cohort(caf::stateful_actor<RemoteCohortState>* self,
                            std::shared_ptr<const FederationPlan> plan,
                            std::vector<std::uint32_t> interactions,
                            std::uint32_t index, caf::actor roster);

/// Returns a function that spawns remote cohorts at a roster's nodes.
SpawnCohort cohorts_at(const caf::actor& roster);

}  // namespace fedltr
