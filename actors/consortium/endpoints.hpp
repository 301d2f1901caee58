#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "actors/consortium/consortium_wire.hpp"
#include "actors/consortium/records.hpp"
#include "actors/consortium/status.hpp"
#include "actors/link/gateway_config.hpp"
#include "actors/runtime/interrupt.hpp"
#include "actors/silo/silo_hooks.hpp"
#include "actors/silo/silo_plan.hpp"
#include "algorithms/silo_search/live_query.hpp"

namespace fedltr::consortium {

/// End of a consortium's run at the relay or a party.
struct End {
  enum class Kind : std::uint8_t {
    kDone,
    kFailed,   ///< the entire run
    kLeftOut,  ///< the run excludes this party, or never began
    kRefused,  ///< this party refuses a message of the relay: none can resume
    /// By the user, or for the reason in `why`; another process can resume.
    kInterrupted,
  };
  Kind kind = Kind::kInterrupted;
  std::string why;
  std::shared_ptr<SiloRecord> run;     ///< at the relay
  std::shared_ptr<PartyRecord> party;  ///< at a party, if kDone
};

/// Returns the record to keep in place of one; nullopt for none.
using ShortenRecord = std::function<std::optional<RelayRecord>(RelayRecord)>;

/// A relay's requirements of parties, and its settings.
struct RelayConfig {
  /// The plan without data: only sizes and methods.
  std::shared_ptr<const SiloPlan> plan;
  SiloTask task = SiloTask::kTraining;
  std::vector<std::string> members;  ///< by party
  link::Agreed agreed;               ///< must equal a party's
  std::uint32_t wait = 300;          ///< seconds for all parties to connect
  std::uint32_t grace = 60;  ///< seconds to come back after a lost connection
  /// Seconds in which a party has to send an awaited message; 0 means no clock.
  std::uint32_t deadline = 0;
  /// Seconds in which the parties have to complete a phase of a run, as in
  /// RelayHooks.
  std::uint32_t phase = 0;
  std::uint32_t tick = 1000;  ///< milliseconds; in a test a second is shorter
  /// Called with each message received or sent; in a resumed run, from its
  /// beginning.
  std::function<void(const PackedMessage&)> transcript;
  /// As in RelayHooks. For tests.
  std::function<std::vector<SiloMessage>(const SiloMessage&)> tamper;
  /// Called each second and at the end with the run's status; may be empty.
  std::function<void(const RelayStatus&)> on_status;
  /// Keeps a record before the relay acts on it. Throws if it can't.
  std::function<void(RelayRecord)> keep;
  /// Makes sure that the kept records survive a loss of power: called before a
  /// message leaves this machine. Throws if it can't.
  std::function<void()> sync;
  /// Returns the next record that an earlier process of this run kept; nullopt
  /// after the last.
  std::function<std::optional<RelayRecord>()> kept;
  /// Replaces all kept records, in their order, by what a function returns for
  /// each, if anything; they survive a loss of power, or all of the earlier
  /// ones do. Returns the number of bytes they take; 0 if none is replaced,
  /// which is tried again later. Empty: none is ever replaced.
  std::function<std::uint64_t(const ShortenRecord&)> shorten;
  /// Number of bytes of delivered messages from which on they are shortened.
  std::uint64_t most_delivered = std::uint64_t{1} << 22;
  /// Maximum bytes of messages to a party that it has not confirmed, without
  /// the newest; with more, the run continues without it. Each message of a
  /// party confirms all that it has received.
  std::uint64_t most_unconfirmed = std::uint64_t{1} << 30;
  GatewayConfig gateway;  ///< without `max_bytes`
};

/// Runs a consortium once with `threads` threads.
End run_relay(const RelayConfig& config, std::size_t threads,
              Interrupt& interrupt);

/// Called with the others' results for a query, or null if it could not be
/// asked as agreed; destroyed without a call if the session ends before.
using OnFound = std::function<void(std::shared_ptr<const LiveResult>)>;
/// Asks the others for a query's terms, and waits for at most `seconds` seconds
/// (0 means no limit); may be called by any thread.
using AskLive = std::function<void(std::vector<std::string>,
                                   std::uint32_t seconds, OnFound)>;

/// A party's data and settings.
struct PartyConfig {
  std::shared_ptr<const SiloPlan> plan;  ///< with its own data only
  PartyHooks hooks;
  SiloTask task = SiloTask::kTraining;
  std::uint32_t party = 0;
  std::vector<std::string> members;  ///< by party
  link::Agreed agreed;               ///< must equal the relay's
  std::uint64_t process = 0;         ///< as in Join
  std::uint32_t wait = 300;  ///< seconds without a relay until it gives up
  /// Seconds of a run in which the relay has to send something; 0 means no
  /// clock. Counted anew when the party sends something.
  std::uint32_t deadline = 0;
  /// Seconds of a search session between two renewals of the account; 0 =
  /// never.
  std::uint32_t renewal = 0;
  std::function<std::int64_t()> clock;  ///< Unix time, for renewals
  std::uint32_t tick = 1000;  ///< milliseconds; in a test a second is shorter
  /// Called with the status, each second and at the end; or empty.
  std::function<void(const PartyStatus&)> on_status;
  /// Connects and returns the socket. Throws an error to log before another
  /// try.
  std::function<int()> dial;
  /// Called with each message that leaves this machine, or reaches it; in a
  /// resumed run from its beginning.
  std::function<void(const SiloMessage&)> on_sent;
  std::function<void(const SiloMessage&)> on_received;
  /// Keeps a new message of the relay, or the party's own query; `sync` is as
  /// in RelayConfig.
  std::function<void(PartyEvent)> keep;
  std::function<void()> sync;
  /// Returns the next event that an earlier process of this party kept; nullopt
  /// after the last.
  std::function<std::optional<PartyEvent>()> kept;
  /// Returns the documents of the Fetched of an earlier process with this owner
  /// and request; none without one. In a search session.
  std::function<std::vector<std::uint32_t>(std::uint32_t, std::uint32_t)>
      fetched;
  /// In a search session: called with a function that asks, once keys are
  /// agreed on. Its result is destroyed before run_party() ends.
  std::function<std::shared_ptr<void>(AskLive)> serve;
  GatewayConfig gateway;  ///< without `max_bytes`
};

/// Takes part in a run with `threads` threads; reconnects if a connection is
/// lost.
End run_party(const PartyConfig& config, std::size_t threads,
              Interrupt& interrupt);

}  // namespace fedltr::consortium
