#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "actors/silo/traffic.hpp"

// How a run of a consortium gets on at its relay, for those who watch it. No
// result depends on it.
namespace fedltr::consortium {

/// What the run is at.
enum class RelayPhase : std::uint8_t {
  kWaiting,    ///< for parties to come
  kKeys,       ///< parties agree on keys, and add up frequencies
  kQuestions,  ///< they ask each other
  kMoments,    ///< they add up moments, by which features are scaled
  kTraining,
  kMetrics,  ///< they tell each other how well it works
  kEnding,   ///< each has all it needs, and has yet to say so
  kOver,
};
inline constexpr std::size_t kRelayPhases = 8;

/// As in a file of metrics: "waiting".
const char* name_of(RelayPhase phase);

/// The phase that a run is in once its relay has sent a party this; none: the
/// same as before.
std::optional<RelayPhase> phase_after(MessageType sent);

struct RelayStatus {
  struct Party {
    bool here = false;  ///< connected
    bool out = false;   ///< the run goes on without it
    bool done = false;  ///< it has all it needs
    Traffic sent;       ///< to the relay; of a run that goes on, from its
    Traffic received;   ///< beginning, and likewise from the relay
  };

  RelayPhase phase = RelayPhase::kWaiting;
  std::vector<Party> parties;  ///< by number
  /// Connections that were refused, or ended before they said who they are; of
  /// this process.
  std::uint64_t refused = 0;
};

}  // namespace fedltr::consortium
