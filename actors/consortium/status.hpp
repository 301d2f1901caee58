#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "actors/silo/traffic.hpp"

// Progress of a consortium's run at its relay, for monitoring. No result
// depends on it.
namespace fedltr::consortium {

/// Phase of the run.
enum class RelayPhase : std::uint8_t {
  kWaiting,    ///< for parties to come
  kKeys,       ///< parties agree on keys, and add up frequencies
  kMoments,    ///< parties add up moments, which scale features
  kQuestions,  ///< parties ask each other
  kTraining,
  kMetrics,  ///< parties share their metrics
  kEnding,   ///< parties have everything; Bye is awaited
  kOver,
};
inline constexpr std::size_t kRelayPhases = 8;

/// Returns the phase's name in a file of metrics, such as "waiting".
const char* name_of(RelayPhase phase);

/// Returns the phase of a run once its relay has sent a party such a message;
/// nullopt if the message changes no phase.
std::optional<RelayPhase> phase_after(MessageType sent);

struct RelayStatus {
  struct Party {
    bool here = false;  ///< connected
    bool out = false;   ///< excluded from the run
    bool done = false;  ///< it has received everything
    Traffic sent;       ///< to the relay, earlier processes' included
    Traffic received;   ///< from the relay, earlier processes' included
  };

  RelayPhase phase = RelayPhase::kWaiting;
  std::vector<Party> parties;  ///< by number
  /// Number of connections that were refused, or ended before they identified
  /// themselves; of this process.
  std::uint64_t refused = 0;
};

/// Progress at a party.
struct PartyStatus {
  RelayPhase phase = RelayPhase::kWaiting;
  bool connected = false;
  std::uint32_t idle = 0;  ///< seconds since a message came or left
  Traffic sent;            ///< to the relay, earlier processes' included
  Traffic received;        ///< from the relay, earlier processes' included
};

}  // namespace fedltr::consortium
