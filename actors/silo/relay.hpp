#pragma once

#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "actors/silo/awaited.hpp"
#include "actors/silo/key_phase.hpp"
#include "actors/silo/moment_phase.hpp"
#include "actors/silo/party_messages.hpp"
#include "actors/silo/router.hpp"
#include "actors/silo/silo_plan.hpp"
#include "actors/silo/training_lead.hpp"
#include "algorithms/silo/metric_messages.hpp"

namespace fedltr {

/// The actor between the parties: passes on their questions and answers, adds
/// up their masked numbers, leads their training. Honest but curious: it may
/// read every message and must not find a key or a term in it.
///
///   StartSilo
///       |  +-- party excluded: restart ---+
///       v  v                              |
///      keys: a public key each -----------+
///       |                                 |
///   frequencies: masked, of each ---------+
///       | their sum
///   questions: Router, until each is ready
///       |
///   moments: masked, of each <-+ a party is excluded
///       |         (only if features are scaled by their sum)
///   training: TrainingLead, step by step
///       |
///   metrics: sealed by each for each other, if they are shared
///       |
///     ended --> SiloEnded; from any phase if the run fails
///
/// A party that sends an invalid or unexpected message, or none, is excluded
/// and named; the others continue. The relay always knows the message that it
/// expects from each party. In a simulation a missed deadline is a message
/// (Silence); with SiloPlan::deadline a clock reports overdue parties, and the
/// callee sends Silence on their behalf: so a relay's actions follow from the
/// order of its messages.
class RelayState {
 public:
  RelayState(caf::stateful_actor<RelayState>* pointer);

  using Self = caf::stateful_actor<RelayState>;
  /// Spawns a party's actor, or the local proxy of a remote party, linked to
  /// the relay and monitored by it.
  using SpawnParty =
      std::function<caf::actor(Self* relay, std::uint32_t party)>;

  /// Sets the run, the receiver of its end, and the parties.
  /// @param inbox  receives messages to all parties; null if each party does
  void use(std::shared_ptr<const SiloPlan> plan, caf::actor study,
           SpawnParty spawn, caf::actor inbox);
  void start();
  void accept(const SiloMessage& message);
  void on_party_down(const caf::down_msg& down);
  /// Handles the end of a second.
  void tick();

 private:
  enum class Phase : std::uint8_t {
    kKeys,
    kFrequencies,
    kQuestions,
    kMoments,
    kTraining,
    kMetrics,
    kEnded,
  };

  void send(std::uint32_t party, SiloMessage message);
  void broadcast(const SiloMessage& message);
  void pass_on(const SiloMessage& message);

  /// All throw std::invalid_argument for an invalid message.
  bool is_late(const SiloMessage& message) const;
  void take(const SiloMessage& message);
  void take_refusal(const SiloMessage& message);
  void take_wrapped(const SiloMessage& message);
  void take_question(const SiloMessage& message);
  void take_answer(const SiloMessage& message);
  void take_awaited(const SiloMessage& message);

  void exclude(std::uint32_t party, const std::string& why);
  void leave_out(std::uint32_t party);
  bool owes(std::uint32_t party) const;
  void expect(Phase phase, MessageType type, std::uint32_t request = 0);

  /// Continues after all answers that a phase waits for.
  void advance();
  void begin_keys();
  void hand_out_keys();
  void hand_out_frequencies();
  void ask_for_moments();
  void hand_out_moments();
  void begin_training(const MomentSum& sum);
  void combine();
  void train();
  void ask_for_metrics();
  /// @throws std::invalid_argument  unless there is a part for each other
  void take_metrics(std::uint32_t party, SealedMetrics metrics);
  void hand_out_metrics();
  void end();
  void fail(const std::string& what);
  std::shared_ptr<SiloRecord> record() const;

  caf::stateful_actor<RelayState>* self_;
  std::shared_ptr<const SiloPlan> plan_;
  caf::actor study_;
  SpawnParty spawn_;
  caf::actor inbox_;
  std::vector<caf::actor> parties_;
  std::map<caf::actor_addr, std::uint32_t> numbers_;  ///< of the parties
  std::set<std::uint32_t> members_;
  std::set<std::uint32_t> learners_;               ///< members with labels
  std::map<std::uint32_t, std::string> excluded_;  ///< and the reason
  std::uint64_t refused_ = 0;                      ///< number of messages

  Phase phase_ = Phase::kKeys;
  Awaited awaited_;
  MomentPhase moments_;
  std::map<std::uint32_t, std::uint32_t>
      silent_;  ///< seconds, by overdue party
  std::optional<TrafficMeter> traffic_;
  std::optional<KeyPhase> keys_;
  std::optional<Router> router_;                    ///< from kQuestions on
  std::optional<TrainingLead> lead_;                ///< from kTraining on
  std::map<std::uint32_t, SealedMetrics> metrics_;  ///< by sender
};

caf::behavior relay_actor(caf::stateful_actor<RelayState>* self,
                          std::shared_ptr<const SiloPlan> plan,
                          const caf::actor& study, RelayState::SpawnParty spawn,
                          const caf::actor& inbox);
/// The same with all parties in this process.
caf::behavior relay_of_all(caf::stateful_actor<RelayState>* self,
                           const std::shared_ptr<const SiloPlan>& plan,
                           const caf::actor& study);

}  // namespace fedltr
