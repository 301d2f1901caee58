#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "algorithms/aggregation/aggregation.hpp"
#include "algorithms/attacks/attack.hpp"
#include "algorithms/federation/block.hpp"
#include "algorithms/federation/faults.hpp"
#include "algorithms/federation/federation_options.hpp"
#include "algorithms/federation/optimizer.hpp"
#include "algorithms/federation/timeline.hpp"
#include "algorithms/heterogeneity/population.hpp"
#include "algorithms/members/held_out_exam.hpp"
#include "algorithms/online/learner.hpp"
#include "algorithms/privacy/fixed_point.hpp"
#include "algorithms/privacy/ledger.hpp"
#include "algorithms/privacy/neighbourhood.hpp"
#include "algorithms/ranking/evaluation.hpp"
#include "algorithms/unlearning/history.hpp"
#include "algorithms/unlearning/schedule.hpp"

namespace fedltr {

class AgreedPairs;
class Archive;

/// Number of clients that one cohort actor runs: fixed, so that sums have the
/// same order on any number of threads and nodes.
inline constexpr std::uint32_t kCohortSize = 256;

/// Attackers, their attack and its times. An attack poisons either data
/// (`poison`) or models (`make`).
struct AttackPlan {
  AttackSchedule schedule;
  /// Makes the attack on models for each run; empty if attackers poison data.
  std::function<std::unique_ptr<Attack>()> make;
  bool full = false;          ///< attackers know all clients' updates
  std::uint32_t assumed = 0;  ///< malicious clients the rule assumes
  /// Clicks of attackers that poison their data; null if they poison models.
  std::shared_ptr<const ClickModel> poison;

  /// True if a client learns from poisoned data in a round of training.
  bool poisons(std::uint32_t client, std::uint32_t round) const {
    return poison && schedule.attacks(client, round);
  }
};

/// A request to unlearn clients once a round of training has closed.
struct LeaveRequest {
  std::uint32_t after = 1;             ///< round of training
  std::vector<std::uint32_t> clients;  ///< ascending
};

/// Requests to unlearn clients, and the method of unlearning.
struct UnlearningPlan {
  std::vector<LeaveRequest> requests;  ///< by round, at most one for each
  UnlearningMethod method;
  UnlearningOptions options;
  /// The learner with its rate reversed.
  std::shared_ptr<const Learner> ascent_learner;
  /// Unlearned clients report the documents they clicked, which the study looks
  /// for in the models; a deployed client would not report them.
  bool evidence = false;
  std::size_t in_memory = 1;  ///< stored updates of a client; others in `store`
  std::function<std::shared_ptr<HistoryStore>()> store;  ///< one per run

  /// True if clients store their update of that round.
  bool stores(const RoundSpec& spec) const {
    if (requests.empty() || !method.history || spec.task != Task::kLearn)
      return false;
    return spec.trains() ? (spec.training_round - 1) % options.interval == 0
                         : spec.stored > 0;
  }
  /// True if any request names the client.
  bool leaves(std::uint32_t client) const;
};

/// Settings of secure aggregation, which adds up masked updates.
struct SecurePlan {
  Tolerance tolerance;
  double limit = 1024;  ///< maximum magnitude of a client's term of the sum
  double quantum = 0;   ///< of that term; 0 means the finest that fits
  /// The operating system's randomness; empty for simulated secrets.
  Bits system;
  FixedPoint code = {};  ///< of numbers in words; set by begin_run()
  /// Key agreements of simulated clients in this process; set by begin_run().
  std::shared_ptr<AgreedPairs> agreed = nullptr;
};

/// Times at which a server makes a checkpoint, besides those on request.
struct CheckpointConfig {
  bool at_stop = false;     ///< of the last closed round, when stopped
  std::uint32_t every = 0;  ///< rounds; 0 means never
  bool at_end = false;      ///< of the last round, as `RunResult::state`
};

/// Phase of a federation's work, for measuring time.
enum class Phase { kNone, kTraining, kUnlearning };

/// Everything that defines one federation: shared by its actors, never changed.
struct FederationPlan : FederationOptions {
  /// Fills in members that take memory or time to make (the clients' data, the
  /// first model) when the run begins; they are freed when it ends. Empty if
  /// nothing is missing.
  std::function<void(FederationPlan&)> materialize;
  std::uint32_t run = 0;  ///< index among the runs
  std::string name;       ///< for the log
  std::uint64_t seed = 0;
  /// Seed of noise and masks in a run that repeats the searches of another run;
  /// nullopt means `seed`.
  std::optional<std::uint64_t> own_noise;
  /// The world of clients that do not differ.
  std::shared_ptr<const Simulation> simulation;
  /// The clients' data; empty if all clients share `simulation`. Moved to the
  /// clients when the run begins: a client's data is deleted when it leaves.
  Population population;
  std::shared_ptr<const Learner> learner;
  std::shared_ptr<const Evaluation> evaluation;
  /// One metric of the validation queries, which selects the model; null: none.
  std::shared_ptr<const Evaluation> validation;
  bool keeps_best = false;     ///< the best round's model is the result
  std::uint32_t patience = 0;  ///< of BestRound
  double min_delta = 0;        ///< the same
  /// FedPer: number of last parameters that never leave a client; it evaluates
  /// the model with its own values of them.
  Index personal = 0;
  /// FedPer: one model is evaluated, with the clients' mean of those
  /// parameters.
  bool pools_personal = false;
  /// FedPer: the evaluation sets; client i uses set i modulo their number.
  std::vector<std::shared_ptr<const Evaluation>> personal_evaluations;
  /// Scores the final model for each client.
  bool report_local_metrics = false;
  /// Makes a rule for each run; empty means the weighted mean.
  std::function<std::unique_ptr<RobustRule>()> rule;
  AttackPlan attack;
  FaultSchedule faults;
  UnlearningPlan unlearning;
  PrivacySpec privacy;
  std::optional<SecurePlan> secure;  ///< nullopt if the server sees each update
  /// Called by the server when the phase changes.
  std::function<void(Phase)> on_phase;
  /// Makes an optimizer for each run.
  std::function<std::unique_ptr<ServerOptimizer>()> optimizer;
  Vector initial;
  std::uint32_t evaluate_every = 1;          ///< rounds; always after the last
  std::vector<std::uint32_t> evaluate_also;  ///< after these rounds, ascending
  double discount = 0.9995;
  CheckpointConfig checkpoint;
  /// A checkpoint to resume; null to start from the beginning.
  std::shared_ptr<const std::string> resume;

  /// Seed of simulated noise and masks.
  std::uint64_t noise_seed() const { return own_noise.value_or(seed); }
  /// Number of parameters that clients and server exchange.
  Index shared_parameters() const { return initial.size() - personal; }
  /// FedPer: number of values by which a client answers EvaluateOwn: metrics,
  /// or its own parameters if these are pooled.
  Index values_of_own() const {
    return pools_personal ? personal
                          : static_cast<Index>(evaluation->metrics().size());
  }
  /// FedPer: number of evaluation sets, at least 1.
  std::uint32_t sets_of_own() const {
    return std::max(1U,
                    static_cast<std::uint32_t>(personal_evaluations.size()));
  }
  /// Names of the values in RoundRecord::metrics: those of `evaluation`, then
  /// the metric of `validation` as `validation_METRIC`.
  std::vector<std::string> metric_names() const;
  /// True if values of `validation` decide on the model or on the end.
  bool selects() const { return keeps_best || patience > 0; }
  /// True if clients keep any state between rounds.
  bool clients_keep() const {
    return personal > 0 || !unlearning.requests.empty();
  }
  std::uint32_t cohorts() const {
    return (clients + kCohortSize - 1) / kCohortSize;
  }
};

/// A run's plan at its beginning and, apart from it, the clients' data.
struct MaterializedPlan {
  std::shared_ptr<const FederationPlan> plan;
  Population population;
};
/// Materializes a plan.
/// @throws std::invalid_argument  if too few clients stay when others leave, or
///                                sums of masked words don't fit 64 bits
MaterializedPlan begin_run(const FederationPlan& plan);

/// Number of rounds of training and of unlearning.
std::uint64_t count_rounds(const FederationPlan& plan);

/// Cost of secure aggregation beyond the updates, cumulatively.
struct SecureTotals {
  std::uint64_t recovered = 0;  ///< dropouts whose masks were removed
  std::uint64_t lost = 0;       ///< rounds whose sum was not recovered
  std::uint64_t bytes_up = 0;   ///< of messages with keys and shares
  std::uint64_t bytes_down = 0;
  std::uint64_t clients = 0;  ///< sum over the rounds
  std::uint32_t largest = 0;  ///< maximum number of clients of a round

  void add(const SecureTotals& other);
  void exchange(Archive& archive);
};

/// A row of the learning curve. Counters are cumulative; `clients`, `online`
/// and `max_rr` are of this round.
struct RoundRecord {
  std::uint32_t round = 0;
  std::uint32_t time = 0;  ///< round of training, on which attackers act
  std::uint64_t interactions = 0;
  std::vector<double> metrics;  ///< FederationPlan::metric_names()
  double online = 0;            ///< mean nDCG@10 shown; NaN without a search
  double online_discounted = 0;
  double max_rr = 0;  ///< mean MaxRR@10 of the clicks
  std::uint32_t clients = 0;
  std::uint64_t dropped = 0;  ///< updates that never came, or came too late
  std::uint64_t refused = 0;  ///< invalid updates
  FaultCounts faults;
  SecureTotals secure;
  std::uint64_t bytes_up = 0;
  std::uint64_t bytes_down = 0;
  double epsilon = kNoBound;  ///< accounted, of the client with most rounds
  /// Updates to which the rule gave less than half of their weight in a plain
  /// mean.
  std::uint64_t rejected_attackers = 0;
  std::uint64_t rejected_honest = 0;
  std::vector<std::uint32_t> rejected;  ///< clients, in this round

  void exchange(Archive& archive);
};

/// Judgements of a client's updates by a robust rule.
struct Verdicts {
  std::uint64_t judged = 0;
  std::uint64_t rejected = 0;  ///< with less than half of a mean's weight

  void exchange(Archive& archive);
};

/// A client's work over a run, and its results.
struct ClientRecord {
  std::uint32_t client = 0;
  std::uint64_t interactions = 0;
  std::uint64_t dropped = 0;  ///< updates that never came, or came too late
  std::uint64_t refused = 0;  ///< invalid updates
  std::uint64_t bytes_up = 0;
  std::uint64_t bytes_down = 0;
  double epsilon = kNoBound;  ///< accounted
  /// First metric of the final model on its own queries; NaN if no query counts
  /// or clients don't differ.
  double own = std::numeric_limits<double>::quiet_NaN();
  Vector personal;        ///< parameters that never left it
  bool is_active = true;  ///< present, with data, at the end of the run
  Verdicts honest;        ///< in rounds in which it was honest
  Verdicts attacking;     ///< in rounds in which it attacked
  double selection = 0;   ///< sum of its selection weights over both

  void exchange(Archive& archive);
};

/// Cost of unlearning clients, and its outcome.
struct UnlearningRecord {
  std::uint32_t after = 0;  ///< rounds of training
  std::vector<std::uint32_t> clients;
  bool took_part = false;   ///< any client did; otherwise nothing is unlearned
  bool left = false;        ///< the clients have been removed
  bool complete = false;    ///< false if it was given up
  std::uint32_t first = 0;  ///< round after which it began
  std::uint32_t last = 0;   ///< round with which it ended
  std::uint32_t rounds = 0;
  /// Number of searches, including the unlearned clients' own.
  std::uint64_t interactions = 0;
  std::uint64_t bytes_up = 0;
  std::uint64_t bytes_down = 0;
  double seconds = 0;  ///< wall time, if measured
  Vector before;       ///< model from which the clients are unlearned
  Vector model;        ///< unlearned model
  /// Documents that each unlearned client clicked, as evidence.
  std::vector<std::vector<std::uint32_t>> clicked;

  void exchange(Archive& archive);
};

/// Everything a run ends with.
struct RunResult {
  std::vector<RoundRecord> rounds;
  Vector model;
  /// Round whose model it is, if the best one is kept; otherwise nullopt: the
  /// last.
  std::optional<std::uint32_t> kept;
  Matrix per_query;  ///< of the final model: #queries by #metrics
  /// Clients that were asked to train; all, if all were asked for a metric or
  /// parameters of their own. Ascending.
  std::vector<ClientRecord> clients;
  std::vector<UnlearningRecord> unlearned;
  std::vector<HeldOutPoint> held_out;  ///< masked evaluations of [members]
  double training_seconds = 0;         ///< wall time, if measured
  /// A checkpoint after the last round, from which a plan with more rounds
  /// continues; null unless CheckpointConfig::at_end.
  std::shared_ptr<const std::string> state;
  bool complete = false;         ///< false if the run stopped early
  bool budget_spent = false;     ///< stopped because the privacy budget ran out
  std::uint64_t max_rounds = 0;  ///< maximum number of rounds of a client

  /// True if there is nothing left to resume.
  bool final() const { return complete || budget_spent; }
  /// The row of `model`. @pre any row
  const RoundRecord& row_of_model() const;
  void exchange(Archive& archive);
};

}  // namespace fedltr
