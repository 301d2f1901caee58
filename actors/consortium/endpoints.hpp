#pragma once

#include <cstdint>
#include <exception>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "actors/consortium/consortium_wire.hpp"
#include "actors/consortium/records.hpp"
#include "actors/consortium/status.hpp"
#include "actors/nodes/config.hpp"
#include "actors/runtime/federation.hpp"
#include "actors/silo/silo_plan.hpp"
#include "algorithms/silo_search/live_query.hpp"

namespace fedltr::consortium {

/// How a run of a consortium ended at one place.
struct End {
  enum class Kind : std::uint8_t {
    kDone,
    kFailed,   ///< as a whole
    kLeftOut,  ///< the run goes on without this party, or never began
    /// By the user, or by what `why` says; another process can go on.
    kInterrupted,
  };
  Kind kind = Kind::kInterrupted;
  std::string why;
  std::shared_ptr<SiloRecord> run;     ///< at the relay
  std::shared_ptr<PartyRecord> party;  ///< at a party, of kDone
};

/// What an exception says.
std::string text_of(const std::exception_ptr& thrown);

/// What a relay asks of parties.
struct RelayConfig {
  /// Without data: sizes and methods only.
  std::shared_ptr<SiloPlan> plan;
  std::vector<std::string> members;  ///< by party
  std::string version;               ///< a party's must be the same
  std::string digest;                ///< of the agreement, likewise
  /// Returns whether the token is the one that the party was issued; none: that
  /// can't be read now, which lets nobody in and puts nobody out.
  std::function<std::optional<bool>(const std::string& name,
                                    const std::string& token)>
      knows_token;
  std::uint32_t wait = 300;   ///< seconds for all to be there
  std::uint32_t grace = 60;   ///< seconds to come back after a lost connection
  std::uint32_t tick = 1000;  ///< milliseconds; in a test a second is shorter
  /// Sees each message that comes in or goes out; of a run that goes on, from
  /// its beginning.
  std::function<void(const SiloMessage&)> transcript;
  /// Told each second how the run gets on, and at its end; none: nobody is.
  std::function<void(const RelayStatus&)> on_status;
  /// Keeps a record before anything follows from it. Throws if it can't.
  std::function<void(RelayRecord)> keep;
  /// Makes sure that what was kept survives a loss of power: before anything
  /// leaves this machine. Throws if it can't.
  std::function<void()> sync;
  /// The next record that an earlier process of this run kept; none: all are
  /// told.
  std::function<std::optional<RelayRecord>()> kept;
  GatewayConfig gateway;
};

/// Runs a consortium once with so many threads.
End run_relay(const RelayConfig& config, std::size_t threads,
              Interrupt& interrupt);

/// Told what the others hold for a query, or none, if it could not be asked as
/// agreed; destroyed without, if the session ends before.
using OnFound = std::function<void(std::shared_ptr<const LiveResult>)>;
/// Asks the others for a query's terms, and waits at most so many seconds for
/// them (0: no clock); may be called by any thread.
using AskLive = std::function<void(std::vector<std::string>,
                                   std::uint32_t seconds, OnFound)>;

/// What a party brings.
struct PartyConfig {
  std::shared_ptr<const SiloPlan> plan;  ///< with its own data only
  std::uint32_t party = 0;
  std::vector<std::string> members;  ///< by party
  Hello hello;
  std::uint32_t wait = 300;  ///< seconds without a relay until it gives up
  /// Connects. Throws what is told to the user, who may wait for another try.
  std::function<int()> dial;
  /// Sees each message that leaves this machine.
  std::function<void(const SiloMessage&)> on_sent;
  /// Keeps a new message of the relay, or what is asked of others, and makes
  /// sure of it, likewise.
  std::function<void(PartyEvent)> keep;
  std::function<void()> sync;
  /// The next that an earlier process of this party kept; none: all are told.
  std::function<std::optional<PartyEvent>()> kept;
  /// In a search session: told how to ask, once keys are agreed on. What it
  /// returns is destroyed before run_party() ends.
  std::function<std::shared_ptr<void>(AskLive)> serve;
  GatewayConfig gateway;
};

/// Takes part in a run with so many threads; connects again where a connection
/// is lost.
End run_party(const PartyConfig& config, std::size_t threads,
              Interrupt& interrupt);

}  // namespace fedltr::consortium
