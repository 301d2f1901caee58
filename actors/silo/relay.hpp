#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "actors/silo/awaited.hpp"
#include "actors/silo/key_phase.hpp"
#include "actors/silo/party_messages.hpp"
#include "actors/silo/router.hpp"
#include "actors/silo/silo_hooks.hpp"
#include "actors/silo/silo_plan.hpp"
#include "actors/silo/traffic.hpp"

namespace fedltr {

/// Spawns a party's actor, or the local proxy of a remote party, linked to the
/// relay and monitored by it.
using SpawnParty = std::function<caf::actor(caf::event_based_actor* relay,
                                            std::uint32_t party)>;

/// A relay's place in a run.
struct RelayPlace {
  std::shared_ptr<const SiloPlan> plan;
  caf::actor study;  ///< receives the run's end
  SpawnParty spawn;
  caf::actor inbox;  ///< receives messages to all parties; null if each does
  RelayHooks hooks = {};
};

/// The state of the actor between the parties: passes on their questions and
/// answers, and adds up their masked numbers. Honest but curious: it may read
/// every message and must not find a key or a term in it. TrainingRelay and
/// SearchRelay define what follows.
///
///   StartSilo
///       |  +-- party excluded: restart ---+
///       v  v                              |
///      keys: a public key each -----------+
///       |                                 |
///   frequencies: masked, of each ---------+
///       | their sum: open()
///     open: Router
///       |
///     ended --> SiloEnded; from any phase if the run fails
///
/// A party that sends an invalid or unexpected message, or none, is excluded
/// and named; the others continue. The relay always knows the message that it
/// expects from each party. In a simulation a missed deadline is a message
/// (Silence); with RelayHooks::deadline a clock reports overdue parties, and
/// the callee sends Silence on their behalf: so a relay's actions follow from
/// the order of its messages.
class Relay {
 public:
  explicit Relay(caf::event_based_actor* self) : self_(self) {}
  Relay(const Relay&) = delete;
  Relay& operator=(const Relay&) = delete;
  virtual ~Relay() = default;

  void use(RelayPlace place);
  caf::behavior behavior();

 protected:
  const SiloPlan& plan() const { return *place_.plan; }
  const std::set<std::uint32_t>& members() const { return members_; }
  const Router& router() const { return *router_; }
  Awaited& awaited() { return awaited_; }
  const Awaited& awaited() const { return awaited_; }

  void send(std::uint32_t party, SiloMessage message);
  void broadcast(const SiloMessage& message);
  /// Counts the time of a phase from now on.
  void begin_phase();
  /// Counts the questions and answers, once all are answered.
  void count_passed() { traffic_->count_passed(members_); }
  void exclude(std::uint32_t party, const std::string& why);
  void end();
  void fail(const std::string& what);
  /// Returns the failure of a sum of the parties' masked numbers.
  static std::string why_no_sum(const std::string& what);

  /// True if a message is an answer to a withdrawn request.
  virtual bool is_late(const SiloMessage& message) const {
    return message.attempt < keys_->attempt();
  }

 private:
  enum class Phase : std::uint8_t { kKeys, kFrequencies, kOpen, kEnded };

  /// Called once the parties have the sum of frequencies.
  virtual void open() = 0;
  /// True while a party may ask questions.
  virtual bool may_ask(std::uint32_t party) const = 0;
  /// True if the run waits for this party, and the party waits for no other;
  /// from open() on.
  virtual bool owes(std::uint32_t party) const = 0;
  /// True if a masked sum is still to come, from open() on.
  virtual bool will_sum() const = 0;
  /// True once all questions are answered: a party that is excluded later has
  /// answered all of them.
  virtual bool has_all_answers() const = 0;
  /// Takes an awaited answer, from open() on.
  virtual void take_answer_of(const SiloMessage& message) = 0;
  /// Continues after all awaited answers, from open() on.
  virtual void advance() = 0;
  /// Continues without a party, from open() on.
  virtual void leave_out(std::uint32_t party) = 0;

  void start();
  void accept(const SiloMessage& message);
  void on_party_down(const caf::down_msg& down);
  /// Handles the end of a second.
  void tick();
  std::uint32_t slowest() const;
  void pass_on(const SiloMessage& message);
  /// Sends a message to the party in its `to`.
  void deliver(SiloMessage message);

  /// Take a member's message of the current attempt. All throw
  /// std::invalid_argument for an invalid one.
  void take(const SiloMessage& message, const Silence& silence);
  void take(const SiloMessage& message, const SiloRefusal& refusal);
  void take(const SiloMessage& message, const WrappedKey& key);
  void take(const SiloMessage& message, const PartyKey& key);
  void take(const SiloMessage& message, const Frequencies& frequencies);
  void take(const SiloMessage& message, const SealedHead& head);
  void take(const SiloMessage& message, const InvalidBody& invalid);
  void take(const SiloMessage& message, const Delivered& delivered);
  template <class Body>
  void take(const SiloMessage& message, const Body& body);
  /// Continues once the phase awaits no more.
  void advance_phase();

  void begin_keys();
  std::size_t heads_owed_by(std::uint32_t party) const;
  void hand_out_keys();
  void hand_out_frequencies();
  std::shared_ptr<SiloRecord> record() const;

  caf::event_based_actor* self_;
  RelayPlace place_;
  std::vector<caf::actor> parties_;
  std::map<caf::actor_addr, std::uint32_t> numbers_;  ///< of the parties
  std::set<std::uint32_t> members_;
  std::map<std::uint32_t, std::string> excluded_;  ///< and the reason
  std::uint64_t refused_ = 0;                      ///< number of messages

  Phase phase_ = Phase::kKeys;
  Awaited awaited_;
  std::map<std::uint32_t, std::uint32_t>
      silent_;                  ///< seconds, by overdue party
  std::uint32_t in_phase_ = 0;  ///< seconds
  std::map<std::uint32_t, std::uint32_t>
      held_;  ///< seconds of the phase that the relay waited, by party
  std::optional<TrafficMeter> traffic_;
  std::optional<KeyPhase> keys_;
  /// Heads that a party may still send another: one with its keys, and one
  /// with each answer.
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint64_t> heads_;
  std::optional<Router> router_;  ///< from open() on
};

/// Starts a relay's actor.
template <class State>
caf::behavior relay_actor(caf::stateful_actor<State>* self, RelayPlace place) {
  self->state.use(std::move(place));
  return self->state.behavior();
}

}  // namespace fedltr
