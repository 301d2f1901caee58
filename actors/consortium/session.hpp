#pragma once

#include <cstdint>
#include <exception>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "actors/consortium/wire.hpp"
#include "actors/nodes/config.hpp"
#include "actors/runtime/federation.hpp"
#include "actors/silo/plan.hpp"

namespace fedltr::consortium {

/// How a run of a consortium ended at one place.
struct End {
  enum class Kind : std::uint8_t {
    kDone,
    kFailed,       ///< as a whole
    kLeftOut,      ///< the run goes on without this party, or never began
    kInterrupted,  ///< by the user
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
  /// Returns true for the token that the party was issued.
  std::function<bool(const std::string& name, const std::string& token)>
      knows_token;
  std::uint32_t wait = 300;   ///< seconds for all to be there
  std::uint32_t grace = 60;   ///< seconds to come back after a lost connection
  std::uint32_t tick = 1000;  ///< milliseconds; in a test a second is shorter
  /// Sees each message that comes in or goes out.
  std::function<void(const SiloMessage&)> transcript;
  GatewayConfig gateway;
};

/// Runs a consortium once with so many threads.
End run_relay(const RelayConfig& config, std::size_t threads,
              Interrupt& interrupt);

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
  GatewayConfig gateway;
};

/// Takes part in a run with so many threads; connects again where a connection
/// is lost.
End run_party(const PartyConfig& config, std::size_t threads,
              Interrupt& interrupt);

}  // namespace fedltr::consortium
