#pragma once

#include <memory>
#include <optional>
#include <string>

#include "actors/plan.hpp"
#include "actors/server/aggregator.hpp"
#include "actors/server/checkpointer.hpp"
#include "actors/server/evaluation_queue.hpp"
#include "actors/server/participants.hpp"
#include "actors/server/privacy_meter.hpp"
#include "actors/server/round_collector.hpp"
#include "actors/server/round_totals.hpp"
#include "actors/server/secure_aggregation.hpp"
#include "actors/server/unlearning_progress.hpp"

namespace fedltr {

/// A run as its server knows it, without actors: which step comes next, and
/// what a round makes of the model. The parts do the work; here they are put
/// together.
class RunState {
 public:
  /// What a server does between two rounds.
  enum class Step {
    kRound,     ///< opens the round of `spec`
    kRemoval,   ///< has unlearned clients removed
    kUnlearned  ///< ends the unlearning of the present request
  };
  /// What becomes of a round that is to open.
  enum class Opening {
    kOpen,
    kSkipped,     ///< nobody of those that it takes is there
    kBudgetSpent  ///< it would cost more than the privacy budget
  };

  /// @param at_nodes  cohorts are at nodes, which may go
  RunState(const BegunRun& begun, const MessageBytes& bytes, bool at_nodes);

  bool has_work() const;
  Phase phase() const;

  /// Decides the next step; begins an unlearning that is due.
  /// @note only if has_work()
  Step next_step();
  /// Chooses who takes part in the round of `spec`, and charges them for it.
  /// @throws std::invalid_argument  if no client is left to learn from
  Opening open_round();
  /// Clients that may take part in the open round; empty: every one.
  std::vector<std::uint32_t> eligible() const;
  /// Ends the open round, all of whose updates are in the collector.
  /// @param loss  why the sum could not be had; empty: it could
  /// @throws std::invalid_argument  if all updates are invalid, which was not
  ///                                planned, or the model is no longer finite
  void close_round(PartialSum sum, const std::string& loss = {});

  /// Removes the clients that are being unlearned from later rounds.
  void remove_clients();
  void end_unlearning();

  /// Whether the round closed last belongs to the learning curve.
  bool is_on_curve() const;
  /// Queues the model of the round closed last for evaluation.
  void evaluate();
  /// The same, unless that has been done.
  void evaluate_closed() {
    if (round > evaluated_) evaluate();
  }
  /// The round queued last.
  std::uint32_t evaluated() const { return evaluated_; }

  /// The server's part of a checkpoint, as if an open round had not begun.
  /// @param last_row  of the curve that belongs to it
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
  std::optional<SecureAggregation> secure;  ///< none: updates come in the clear

 private:
  /// Clients that are being unlearned.
  std::span<const std::uint32_t> unlearned() const;
  void begin_unlearning();
  bool is_enough(const PartialSum& sum, const std::string& loss);
  void move_model(const PartialSum& sum);

  std::uint32_t evaluated_ = 0;
  Parameters last_stored_;  ///< model before the last stored updates
};

}  // namespace fedltr
