#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "actors/cohort/cohort.hpp"
#include "actors/plan.hpp"
#include "actors/protocol/messages.hpp"
#include "actors/server/phase.hpp"
#include "actors/server/training_state.hpp"

namespace fedltr {

struct CheckpointKept;

/// conductor -> server: no node is left. Makes the server stop as on StopRun
/// and report `why`; with `at_once` the run fails at once.
struct Abandon {
  std::string why;
  bool at_once = false;
};

/// Runs one federation round after round. TrainingState, without actors, holds
/// the state and decides; this class sends and receives messages. Its phases:
///
///            .---------------------------------------------------.
///            |                                                   |
///            v       round opens                                 |
///   start -> idle -----------------> masking       (secure aggregation)
///            | |  |                     | keys and shares        |
///            | |  | round opens         v exchanged              |
///            | |  '-----------------> training -- round closes --+
///            | |                        | all updates,           |
///            | |                        v under masks            |
///            | |                      unmasking - round closes --+
///            | |                                                 |
///            | '- removal is due ---> removing -- clients left --'
///            |
///            '- nothing left to do -> reporting ---> ended
///                                        ^
///   any above `reporting`, on StopRun,   | all evaluated,
///   Abandon, or a spent budget -----> stopping
///
/// `idle` waits while too many evaluations are pending. A failure leads from
/// every phase to `ended`.
class ServerState {
 public:
  static constexpr const char* name = "server";

  explicit ServerState(caf::stateful_actor<ServerState>* owner)
      : self_(owner) {}

  /// Spawns the actors of the run.
  /// @param recorder   receives rounds and the result
  /// @param conductor  receives a failure
  /// @param elsewhere  spawns cohorts at nodes; empty for this process
  void spawn(const MaterializedPlan& begun, caf::actor recorder,
             caf::actor conductor, const SpawnCohort& elsewhere);
  /// Handles a message; an exception fails the run.
  template <class Message>
  void handle(const Message& message) {
    try {
      receive(message);
    } catch (const std::exception& error) {
      fail(error.what());
    }
  }
  void fail(const std::string& what);

  const TrainingState& run() const { return *run_; }

 private:
  void receive(const StartRun& order);
  void receive(const StopRun& order);
  void receive(const Abandon& order);
  void receive(const CohortUpdate& update);
  void receive(const SecAggMessages& answers);
  void receive(const MaskedSum& part);
  void receive(const ClientFailed& failure);
  void receive(const CohortLeft& left);
  void receive(const Evaluated& evaluated);
  void receive(const CohortEvaluated& part);
  void receive(const CohortStats& stats);
  void receive(const CheckpointNow& order);
  void receive(const CohortSnapshot& part);
  void receive(const CheckpointKept& kept);

  const caf::actor& cohort_at(std::uint32_t index);
  void spawn_all_cohorts();
  void enter(ServerPhase next);
  void proceed();
  void take_step();
  void open_round();
  std::size_t threads() const;
  void start_training();
  void announce_attack();
  void order_next_cohort();
  void close_round(PartialSum sum, const std::string& loss = {});
  void announce_phase();
  void stop();
  void end_stopped();
  void send_evaluations();
  void send_due_evaluations();
  void evaluate_pooled(std::uint32_t round, const Vector& personal);
  void record(const Evaluated& evaluated);
  void remove_clients();
  void end_run();
  // In server_secure.cpp.
  void start_masking();
  void send_stage(SecureStage stage);
  void finish_stage();
  void end_masked_training();
  void unmask();
  // In server_checkpoint.cpp.
  std::map<std::uint32_t, caf::actor> checkpoint_parts() const;
  void checkpoint_if_due();
  void begin_checkpoint(std::uint32_t row);
  void begin_end_state();
  void pass_on_checkpoint();
  void restore();
  // In server_results.cpp.
  void request_stats();
  void finish();

  caf::stateful_actor<ServerState>* self_;
  caf::actor recorder_;
  caf::actor conductor_;
  std::vector<caf::actor> evaluators_;
  std::size_t next_evaluator_ = 0;
  /// By round: models that wait for the clients' mean of their own parameters.
  std::map<std::uint32_t, Parameters> unpooled_;
  caf::actor adversary_;  ///< null unless attackers poison models
  /// By index; a cohort has an actor once it is asked for anything.
  std::map<std::uint32_t, caf::actor> cohorts_;
  Population population_;  ///< of cohorts without an actor
  std::shared_ptr<HistoryStore> store_;
  SpawnCohort elsewhere_;  ///< empty if cohorts are in this process

  std::optional<TrainingState> run_;
  MessageBytes bytes_;
  ServerPhase phase_ = ServerPhase::kIdle;
  std::optional<Phase> announced_;  ///< last phase passed to `on_phase`
  std::uint32_t attackers_ = 0;     ///< attackers that poison the open round
  std::uint32_t given_up_ = 0;  ///< round that was open when the run stopped
  std::string abandoned_;       ///< reason, if no node is left
  bool ending_ = false;         ///< the state after the last round is taken
  std::vector<ClientRecord> clients_;
  std::size_t stats_received_ = 0;  ///< number of cohorts
};

/// @param recorder   receives rounds and the result
/// @param conductor  receives a failure
/// @param elsewhere  spawns cohorts at nodes; empty for this process
caf::behavior server(caf::stateful_actor<ServerState>* self,
                     const MaterializedPlan& run, caf::actor recorder,
                     caf::actor conductor, const SpawnCohort& elsewhere);

}  // namespace fedltr

CAF_ALLOW_UNSAFE_MESSAGE_TYPE(fedltr::Abandon)
