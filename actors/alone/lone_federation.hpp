#pragma once

#include <map>
#include <memory>
#include <vector>

#include "actors/client/client_memory.hpp"
#include "actors/cohort/cohort_round.hpp"
#include "actors/server/training_state.hpp"

namespace fedltr {

/// A federation without actors: runs round by round in the caller's thread,
/// with the bits of run_federations(). For places without threads, like a
/// browser.
class LoneFederation {
 public:
  /// Begins a run, and scores its first model.
  /// @throws std::invalid_argument  if the plan has what only actors do: secure
  ///                                aggregation, unlearning, parameters that
  ///                                stay with the clients (FedPer), checkpoints
  explicit LoneFederation(const FederationPlan& plan);

  /// True if no round is left, or the privacy budget does not allow another.
  bool is_done() const { return run_.result.budget_spent || !run_.has_work(); }
  /// Runs a round. Only if !is_done().
  /// @throws std::invalid_argument  if all its updates are invalid, or the
  /// model
  ///                                is no longer finite
  void step();

  /// Rows of the learning curve so far; the first is of the first model.
  const std::vector<RoundRecord>& records() const { return run_.result.rounds; }
  Parameters::View model() const { return run_.model.view(); }
  const FederationPlan& plan() const { return *run_.plan; }

 private:
  /// A client that waits for the update that the adversary crafts.
  struct Attacker {
    CohortRound* cohort = nullptr;
    Update honest;
  };

  explicit LoneFederation(const MaterializedPlan& begun);

  CohortRound& cohort_at(std::uint32_t index);
  void train(CohortRound& cohort, const TrainCohort& order);
  std::shared_ptr<ClientMemory> memory_of(std::uint32_t id);
  void poison(const AttackRound& attack,
              const std::vector<CohortRound*>& cohorts);
  void deliver(CohortRound& cohort, const RoundSpec& spec, Update update);
  void score();

  Population population_;
  TrainingState run_;
  std::unique_ptr<Attack> attack_;  ///< null if no model is poisoned
  std::map<std::uint32_t, CohortRound> cohorts_;  ///< by index
  /// Memories of clients whose users attack, by client.
  std::map<std::uint32_t, std::shared_ptr<ClientMemory>> memories_;
  std::vector<Attacker> attackers_;  ///< of the open round, by client
};

}  // namespace fedltr
