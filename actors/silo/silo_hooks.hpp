#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "actors/silo/envelope.hpp"
#include "algorithms/privacy/release_ledger.hpp"
#include "algorithms/silo/key_proof.hpp"

// Functions of the process around a party or a relay, which they call beside
// the plan. Each may be empty.
namespace fedltr {

/// A party's memory of the members' ledgers, and theirs of its own; all set or
/// none. Without, a ledger that lost lines goes unnoticed.
struct LedgerHooks {
  /// Returns what this party remembers of a member's ledger.
  std::function<LedgerHead(std::uint32_t)> remembered;
  /// Called with a member's memory of this party's ledger, before any answer.
  /// Throws a MachineFault to stop the party, if the ledger has lost lines.
  std::function<void(std::uint32_t, const LedgerHead&)> check;
  /// Returns the head of this party's ledger, with the last answer.
  std::function<LedgerHead()> head;
  /// Called with the head of a member's ledger that comes with an answer.
  std::function<void(std::uint32_t, const LedgerHead&)> remember;

  explicit operator bool() const { return static_cast<bool>(head); }
};

struct PartyHooks {
  /// Proves the party's keys to the others.
  KeyProver prover;
  /// Called with the parties' keys before the party uses them. Throws to stop
  /// the party.
  std::function<void(const AgreedKeys&)> on_keys;
  /// Called with the party's account before its first answer: earlier spending
  /// can be entered. The callee may keep the account after the party has ended.
  std::function<void(const std::shared_ptr<ReleaseLedger>&)> on_account;
  /// Called with each answer about the party's documents, and the account after
  /// it, before it is sent. Throws to withhold the answer and stop the party.
  std::function<void(const SiloMessage&, ReleaseLedger&)> before_answer;
  /// Called in a search session with the Unix time of a Renew, and the account:
  /// spending whose period is over can be returned.
  std::function<void(std::int64_t, ReleaseLedger&)> on_renewal;
  /// Called with the terms of each own query before it is asked of the others;
  /// returns false for one that may not be asked. Throws to stop the party.
  std::function<bool(const std::vector<std::string>&)> may_ask;
  LedgerHooks ledger;
  /// Returns the messages that a misbehaving party sends in place of one; if
  /// none has its heading, the party lets the deadline pass. For tests.
  std::function<std::vector<SiloMessage>(const SiloMessage&)> tamper;
};

struct RelayHooks {
  /// Called with each party that the relay excludes, and the reason.
  std::function<void(std::uint32_t, const std::string&)> on_excluded;
  /// Seconds in which a party has to send an awaited message; 0 means no clock.
  std::uint32_t deadline = 0;
  /// Seconds in which the parties have to complete a phase, counted anew after
  /// an exclusion; 0 means no clock. Needs a deadline.
  std::uint32_t phase = 0;
  /// Called each second with each party that has exceeded the deadline, and the
  /// seconds, or that holds up a phase, and Silence::kHoldsUp.
  std::function<void(std::uint32_t party, std::uint32_t seconds)> on_overdue;
  /// Called with every message that the relay receives. For tests.
  std::function<void(const SiloMessage&)> on_message;
  /// Returns the messages that a lying relay sends in place of one, each to the
  /// party in its `to`. For tests.
  std::function<std::vector<SiloMessage>(const SiloMessage&)> tamper;
};

/// For all parties and the relay of a run in one process.
struct SiloHooks {
  PartyHooks party;
  RelayHooks relay;
};

}  // namespace fedltr
