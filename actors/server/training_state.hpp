#pragma once

#include <memory>
#include <optional>
#include <string>

#include "actors/plan.hpp"
#include "actors/protocol/attack_messages.hpp"
#include "actors/protocol/training_messages.hpp"
#include "actors/server/aggregator.hpp"
#include "actors/server/checkpointer.hpp"
#include "actors/server/evaluation_queue.hpp"
#include "actors/server/participants.hpp"
#include "actors/server/privacy_meter.hpp"
#include "actors/server/round_collector.hpp"
#include "actors/server/round_totals.hpp"
#include "actors/server/secure_aggregation.hpp"
#include "actors/server/unlearning_progress.hpp"
#include "algorithms/federation/best_round.hpp"

namespace fedltr {

/// State of a run at its server, without actors: decides the next step and
/// computes the model after each round. Connects the parts that do the work.
class TrainingState {
 public:
  /// A server's step between two rounds.
  enum class Step {
    kRound,     ///< opens the round of `spec`
    kRemoval,   ///< has unlearned clients removed
    kUnlearned  ///< ends the unlearning of the current request
  };
  /// Outcome of opening a round.
  enum class Opening {
    kOpen,
    kSkipped,     ///< none of the clients that it needs is present
    kBudgetSpent  ///< it would cost more than the privacy budget
  };

  /// @param at_nodes  true if cohorts are at nodes, which may leave
  TrainingState(const MaterializedPlan& begun, const MessageBytes& bytes,
                bool at_nodes, std::size_t threads);

  bool has_work() const;
  /// True if nothing is left to do and no unlearning was given up.
  bool is_complete() const;
  Phase phase() const;

  /// Decides the next step; begins an unlearning that is due.
  /// @note only if has_work()
  Step next_step();
  /// Chooses the participants of the round of `spec`, and charges them for it.
  /// @throws std::invalid_argument  if no client is left to learn from
  Opening open_round();
  /// Clients that may take part in the open round; empty means all.
  std::vector<std::uint32_t> eligible() const;
  /// Minimum number of updates of the open round whose noise shares protect
  /// them: attackers on models omit their share, and always answer.
  std::uint32_t min_updates() const;
  /// The adversary's order in the open round; nullopt if no client that takes
  /// part poisons its model.
  std::optional<AttackRound> attack_round() const;
  /// A cohort's order in the open round.
  /// @param attacked  true if clients poison models in it
  TrainCohort order_for(std::uint32_t cohort, bool attacked) const;
  /// Ends the open round after the collector has received all updates.
  /// @param loss  reason why the sum was not recovered; empty if it was
  /// @throws std::invalid_argument  if all updates are invalid, which was not
  ///                                planned, or the model is no longer finite
  void close_round(PartialSum sum, const std::string& loss = {});

  /// Removes the clients that are being unlearned from later rounds.
  void remove_clients();
  void end_unlearning();

  /// True if the round closed last belongs to the learning curve.
  bool is_on_curve() const;
  /// Adds a row of the curve. Its value selects the model, unless the round is
  /// evaluated only because the run stops.
  void add_row(const RoundRecord& row);
  /// Last row of the curve that a run with more rounds also has. @pre all rows
  /// are there
  std::uint32_t last_row_of_longer() const;
  /// Takes the model of the best round, if the plan keeps it.
  void take_best();
  /// Queues the model of the round closed last for evaluation.
  void evaluate();
  /// The same, unless the model is already queued.
  void evaluate_closed() {
    if (round > evaluated_) evaluate();
  }
  /// The round queued last.
  std::uint32_t evaluated() const { return evaluated_; }

  /// Exchanges the server's part of a checkpoint, as if an open round had not
  /// begun.
  /// @param last_row  of the curve that belongs to the checkpoint
  /// @throws ArchiveError
  void exchange(Archive& archive, std::uint32_t last_row = 0);

  const std::shared_ptr<const FederationPlan> plan;
  const bool at_nodes;
  Parameters model;
  std::uint32_t round = 0;    ///< closed rounds
  std::uint32_t trained = 0;  ///< closed rounds of training
  RoundSpec spec;             ///< of the round opened last
  RunResult result;           ///< so far

  Participants participants;
  PrivacyMeter privacy;
  RoundTotals totals;
  RoundCollector collector;
  Aggregator aggregator;
  EvaluationQueue evaluations;
  UnlearningProgress unlearning;
  Checkpointer checkpointer;
  std::optional<SecureAggregation>
      secure;                     ///< nullopt if updates are not masked
  std::optional<BestRound> best;  ///< nullopt unless the plan selects()

 private:
  bool has_training() const;
  /// Clients that are being unlearned.
  std::span<const std::uint32_t> unlearned() const;
  void begin_unlearning();
  bool is_enough(const PartialSum& sum, const std::string& loss);
  void move_model(const PartialSum& sum);

  std::uint32_t evaluated_ = 0;
  Parameters last_stored_;  ///< model before the last stored updates
};

}  // namespace fedltr
