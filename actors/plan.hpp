#pragma once

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
#include "algorithms/federation/optimizer.hpp"
#include "algorithms/federation/timeline.hpp"
#include "algorithms/heterogeneity/population.hpp"
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

/// Number of clients that one cohort actor looks after: fixed, so that sums
/// have the same order on any number of threads and nodes.
inline constexpr std::uint32_t kCohortSize = 256;

/// Attackers, their attack and its times. An attack is on data, `poison`, or on
/// models, `make`.
struct AttackPlan {
  AttackSchedule schedule;
  /// Makes the attack on models for each run; none: they poison data.
  std::function<std::unique_ptr<Attack>()> make;
  bool full = false;          ///< attackers know what everybody sends
  std::uint32_t assumed = 0;  ///< malicious clients the rule assumes
  /// Clicks of attackers that poison their data; none: they poison models.
  std::shared_ptr<const ClickModel> poison;

  /// Whether a client learns from poisoned data in a round of training.
  bool poisons(std::uint32_t client, std::uint32_t round) const {
    return poison && schedule.attacks(client, round);
  }
};

/// A request of clients to be unlearned once a round of training has closed.
struct LeaveRequest {
  std::uint32_t after = 1;             ///< round of training
  std::vector<std::uint32_t> clients;  ///< ascending
};

/// Requests to unlearn clients, and the method that does it.
struct UnlearningPlan {
  std::vector<LeaveRequest> requests;  ///< by round, at most one for each
  UnlearningMethod method;
  UnlearningOptions options;
  /// The learner with its rate reversed.
  std::shared_ptr<const Learner> ascent_learner;
  /// Unlearned clients report what they clicked, for the study to look for it
  /// in the models; a deployed client would not.
  bool evidence = false;
  std::size_t in_memory = 1;  ///< stored updates of a client; the rest is in:
  std::function<std::shared_ptr<HistoryStore>()> store;  ///< makes one a run

  /// Whether clients store their update of that round.
  bool stores(const RoundSpec& spec) const {
    if (requests.empty() || !method.history || spec.task != Task::kLearn)
      return false;
    return spec.trains() ? (spec.training_round - 1) % options.interval == 0
                         : spec.stored > 0;
  }
  /// Whether any request names the client.
  bool leaves(std::uint32_t client) const;
};

/// Settings of secure aggregation, by which updates are added under masks.
struct SecurePlan {
  Tolerance tolerance;
  double limit = 1024;  ///< largest magnitude of what a client adds to the sum
  double quantum = 0;   ///< of it; 0: the finest that fits
  Bits system;  ///< the operating system's randomness; none: simulated secrets
  FixedPoint code = {};  ///< of numbers in words; filled in by begin_run()
  /// Of simulated clients in this process; filled in by begin_run().
  std::shared_ptr<AgreedPairs> agreed = nullptr;
};

/// Times at which a server makes a checkpoint, besides when it is asked to.
struct CheckpointConfig {
  bool at_stop = false;     ///< of the last closed round, when it is stopped
  std::uint32_t every = 0;  ///< rounds; 0: never
};

/// Work of a federation as those see it who measure time.
enum class Phase { kNone, kTraining, kUnlearning };

/// All that makes one federation: shared by its actors, never changed.
struct FederationPlan {
  /// Fills in what takes memory or time to make (the clients' data, the first
  /// model) when the run begins; freed when it ends. None: all is there.
  std::function<void(FederationPlan&)> materialize;
  std::uint32_t run = 0;  ///< place among the runs
  std::string name;       ///< for the log
  std::uint64_t seed = 0;
  /// Seed of noise and masks in a run that repeats the searches of another one;
  /// none: `seed`.
  std::optional<std::uint64_t> own_noise;
  /// The world of clients that do not differ.
  std::shared_ptr<const Simulation> simulation;
  /// The clients' data; empty: all are alike, in that world. Handed out to the
  /// clients as the run begins: what is theirs goes when they leave.
  Population population;
  std::shared_ptr<const Learner> learner;
  std::shared_ptr<const Evaluation> evaluation;
  /// FedPer: number of last parameters that stay with a client for ever; it
  /// evaluates the model with its own ones.
  Index personal = 0;
  /// For that: the evaluation set as client i modulo their number judges it.
  std::vector<std::shared_ptr<const Evaluation>> personal_evaluations;
  /// The final model is scored for each client.
  bool report_local_metrics = false;
  /// Makes a rule for each run; none: the weighted mean.
  std::function<std::unique_ptr<RobustRule>()> rule;
  AttackPlan attack;
  FaultSchedule faults;
  UnlearningPlan unlearning;
  PrivacySpec privacy;
  std::optional<SecurePlan> secure;  ///< none: the server sees each update
  /// Called by the server as the phase changes.
  std::function<void(Phase)> on_phase;
  /// Makes an optimizer for each run.
  std::function<std::unique_ptr<ServerOptimizer>()> optimizer;
  Weighting weighting = Weighting::kInteractions;
  Vector initial;
  std::uint32_t clients = 1;
  std::vector<std::uint32_t> absent;  ///< of these, ascending: never take part
  std::uint32_t interactions = 1;     ///< per client and round
  std::uint32_t rounds = 1;
  double participation = 1;
  std::uint32_t evaluate_every = 1;          ///< rounds; the last one always
  std::vector<std::uint32_t> evaluate_also;  ///< after these, ascending
  double discount = 0.9995;
  CheckpointConfig checkpoint;
  /// A checkpoint to go on from; none: from the beginning.
  std::shared_ptr<const std::string> resume;

  /// Seed of simulated noise and masks.
  std::uint64_t noise_seed() const { return own_noise.value_or(seed); }
  /// Parameters that travel.
  Index shared_parameters() const { return initial.size() - personal; }
  /// Whether clients keep anything from round to round.
  bool clients_keep() const {
    return personal > 0 || !unlearning.requests.empty();
  }
  std::uint32_t cohorts() const {
    return (clients + kCohortSize - 1) / kCohortSize;
  }
};

/// A run as it begins: its materialized plan, and apart from it the clients'
/// data.
struct BegunRun {
  std::shared_ptr<const FederationPlan> plan;
  Population population;
};
/// Materializes a plan.
/// @throws std::invalid_argument  if too few stay when others leave, or sums of
///                                masked words don't fit 64 bits
BegunRun begin_run(const FederationPlan& plan);

/// Number of rounds of training and of unlearning.
std::uint64_t count_rounds(const FederationPlan& plan);

/// Cost of secure aggregation beyond the updates, cumulatively.
struct SecureTotals {
  std::uint64_t recovered = 0;  ///< dropouts whose masks were taken off
  std::uint64_t lost = 0;       ///< rounds whose sum could not be had
  std::uint64_t bytes_up = 0;   ///< of messages with keys and shares
  std::uint64_t bytes_down = 0;
  std::uint64_t clients = 0;  ///< sum over the rounds
  std::uint32_t largest = 0;  ///< most clients of a round

  void add(const SecureTotals& other);
  void exchange(Archive& archive);
};

/// A row of the learning curve. Counters are cumulative; `clients`, `online`
/// and `max_rr` are of this round.
struct RoundRecord {
  std::uint32_t round = 0;
  std::uint32_t time = 0;  ///< round of training, by which attackers go
  std::uint64_t interactions = 0;
  std::vector<double> metrics;
  double online = 0;  ///< mean nDCG@10 shown; NaN if nobody searched
  double online_discounted = 0;
  double max_rr = 0;  ///< mean MaxRR@10 of the clicks, of this round
  std::uint32_t clients = 0;
  std::uint64_t dropped = 0;  ///< updates that never came, or too late
  std::uint64_t refused = 0;  ///< invalid updates
  FaultCounts faults;
  SecureTotals secure;
  std::uint64_t bytes_up = 0;
  std::uint64_t bytes_down = 0;
  double epsilon = kNoBound;  ///< accounted, of the client that took part most
  /// Updates to which the rule gave less than half of a plain mean's weight.
  std::uint64_t rejected_attackers = 0;
  std::uint64_t rejected_honest = 0;
  std::vector<std::uint32_t> rejected;  ///< clients, in this round

  void exchange(Archive& archive);
};

/// Judgements of a robust rule on a client's updates.
struct Verdicts {
  std::uint64_t judged = 0;
  std::uint64_t rejected = 0;  ///< with less than half of a mean's weight

  void exchange(Archive& archive);
};

/// What a client did over a run, and what came of it.
struct ClientRecord {
  std::uint64_t interactions = 0;
  std::uint64_t dropped = 0;  ///< updates that never came, or too late
  std::uint64_t refused = 0;  ///< invalid updates
  std::uint64_t bytes_up = 0;
  std::uint64_t bytes_down = 0;
  double epsilon = kNoBound;  ///< accounted
  /// First metric of the final model on its own queries; NaN if none counts, or
  /// clients don't differ.
  double own = std::numeric_limits<double>::quiet_NaN();
  Vector personal;     ///< parameters that stayed with it
  Verdicts honest;     ///< in rounds in which it was honest
  Verdicts attacking;  ///< in rounds in which it attacked
  double shares = 0;   ///< sum of its selection weights over both

  void exchange(Archive& archive);
};

/// Cost of unlearning clients, and its outcome.
struct UnlearningRecord {
  std::uint32_t after = 0;  ///< rounds of training
  std::vector<std::uint32_t> clients;
  bool took_part = false;   ///< any of them; otherwise nothing is unlearned
  bool left = false;        ///< they have been removed
  bool complete = false;    ///< not given up
  std::uint32_t first = 0;  ///< round after which it began
  std::uint32_t last = 0;   ///< round with which it ended
  std::uint32_t rounds = 0;
  /// Searches, the unlearned clients' own included.
  std::uint64_t interactions = 0;
  std::uint64_t bytes_up = 0;
  std::uint64_t bytes_down = 0;
  double seconds = 0;  ///< wall time, if somebody measured it
  Vector before;       ///< model from which they are unlearned
  Vector model;        ///< unlearned model
  /// By unlearned client: documents of the data that were clicked, as
  /// evidence.
  std::vector<std::vector<std::uint32_t>> clicked;

  void exchange(Archive& archive);
};

/// Everything a run ends with.
struct RunResult {
  std::vector<RoundRecord> rounds;
  Vector model;
  Matrix per_query;  ///< of the final model: #queries by #metrics
  std::vector<ClientRecord> clients;
  std::vector<UnlearningRecord> unlearned;
  double training_seconds = 0;   ///< wall time, if somebody measured it
  bool complete = false;         ///< false when it was stopped early
  bool budget_spent = false;     ///< which is why it was stopped
  std::uint64_t max_rounds = 0;  ///< of the client that took part most

  /// Whether there is nothing to go on with.
  bool final() const { return complete || budget_spent; }
  void exchange(Archive& archive);
};

}  // namespace fedltr
