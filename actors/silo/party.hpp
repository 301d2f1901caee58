#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <utility>

#include "actors/silo/keyring.hpp"
#include "actors/silo/party_messages.hpp"
#include "actors/silo/silo_hooks.hpp"
#include "actors/silo/silo_plan.hpp"
#include "algorithms/silo/data_owner.hpp"
#include "algorithms/silo/shared_statistics.hpp"
#include "algorithms/sketch/fingerprint.hpp"

namespace fedltr {

/// A party's place in a run.
struct PartyPlace {
  std::shared_ptr<const SiloPlan> plan;
  std::uint32_t party = 0;
  caf::actor relay;
  caf::actor study;
  PartyHooks hooks = {};
};

/// The state of a party's actor: holds its documents, agrees on keys, and
/// answers questions about its documents. Handles messages one at a time;
/// Keyring and DataOwner compute. TrainingParty and SearchParty ask and learn.
///
///   BeginKeys (from any phase before questions)
///       |
///     keys: agree, wrap or unwrap the hash key, send frequencies
///       | FrequencySum: open()
///     answers questions, until its actor ends
class Party {
 public:
  explicit Party(caf::event_based_actor* self) : self_(self) {}
  Party(const Party&) = delete;
  Party& operator=(const Party&) = delete;
  virtual ~Party() = default;

  virtual void use(PartyPlace place);
  caf::message_handler handlers();

 protected:
  const Collection& collection() const { return plan().collection_of(party()); }
  const PartyShare& share() const { return plan().share_of(party()); }
  const SiloPlan& plan() const { return *place_.plan; }
  std::uint32_t party() const { return place_.party; }
  const PartyHooks& hooks() const { return place_.hooks; }
  const Keyring& keys() const { return *keys_; }
  const HashKey& hash_key() const { return hash_key_; }
  /// True from the sum of frequencies on.
  bool is_open() const { return owner_.has_value(); }
  const OwnFrequencies& own() const { return *own_; }
  const TermSpots& spots() const { return *spots_; }
  const SharedStatistics& statistics() const { return *statistics_; }
  DataOwner& owner() { return *owner_; }

  void send(std::uint32_t to, SiloMessage message);
  template <class Message>
  void tell_study(Message message) const {
    self_->send(place_.study, std::move(message));
  }
  /// @throws std::invalid_argument  if too few parties share masks with it
  void require_masks() const;
  /// Makes a handler of a message; a fault of the machine stops the party,
  /// which may resume later.
  template <class State, class Message>
  auto taking(void (State::*step)(const Message&)) {
    return [this, step](const Message& message) {
      guarded([&] { (static_cast<State*>(this)->*step)(message); });
    };
  }
  /// Fails the entire run.
  void end_run(const std::string& why, SiloFault fault = SiloFault::kRun);
  /// Ends its part of the run, and frees its memory, which the study may need.
  void leave(std::shared_ptr<PartyRecord> record);

 private:
  /// Called once this party may ask.
  virtual void open() = 0;
  /// Takes a TopAnswer or PackedCounts.
  virtual void take_answer(const SiloMessage& message) = 0;
  /// Takes a message that is about neither keys nor questions.
  virtual void accept_other(const SiloMessage& message) = 0;
  /// Drops what an excluded party sent, after its key is dropped.
  virtual void leave_out(std::uint32_t party) = 0;

  void guarded(const std::function<void()>& step);
  void accept(const SiloMessage& message);
  /// @throws std::invalid_argument  for a message that no honest relay sends
  void obey(const SiloMessage& message);
  void refuse(std::uint32_t who, const std::string& why);
  void take(const SiloMessage& message, const BeginKeys& members);
  void take(const SiloMessage& message, const PartyKeys& keys);
  void take(const SiloMessage& message, const WrappedKey& wrapped);
  void take(const SiloMessage& message, const FrequencySum& sum);
  void take(const SiloMessage& message, const Excluded& excluded);
  // In party_heads.cpp.
  void take(const SiloMessage& message, const SealedHead& sealed);
  void send_head(std::uint32_t to, const LedgerHead& head);
  void send_remembered_heads();
  void require_heads() const;
  bool uses_heads() const { return plan().asks && place_.hooks.ledger; }
  void take(const SiloMessage& message, const InvalidBody& invalid);
  template <class Body>
  void take(const SiloMessage& message, const Body& body);
  void hash_with(const Secret& secret);
  void check_frequencies(std::span<const std::uint64_t> sum) const;
  void answer(const SiloMessage& message, const Question& question);

  caf::event_based_actor* self_;
  PartyPlace place_;
  std::optional<Keyring> keys_;
  HashKey hash_key_{};
  std::uint32_t hashed_ = 0;          ///< attempt of the hash key
  std::set<std::uint32_t> remember_;  ///< members that sent what they remember
  std::map<std::uint32_t, std::uint64_t> newest_;  ///< lines of their ledgers
  std::optional<TermSpots> spots_;                 ///< for documents' sketches
  std::optional<TermSpots> frequency_spots_;  ///< for sketches of frequencies
  std::optional<OwnFrequencies> own_;
  std::optional<SharedStatistics> statistics_;
  std::optional<DataOwner> owner_;
  struct Answered {
    std::uint32_t count = 0;  ///< of questions
    std::uint64_t next = 0;   ///< minimum number of the next question
  };
  std::map<std::uint32_t, Answered> answered_;  ///< by asker
};

/// Sets the handlers of system messages: a party obeys only the relay.
void obey_only(caf::event_based_actor* self, const caf::actor& relay);

/// Starts a party's actor.
template <class State>
caf::behavior party_actor(caf::stateful_actor<State>* self, PartyPlace place) {
  obey_only(self, place.relay);
  self->state.use(std::move(place));
  return self->state.handlers();
}

}  // namespace fedltr
