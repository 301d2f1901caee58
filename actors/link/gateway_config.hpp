#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>

#include "actors/link/channel.hpp"
#include "actors/link/frames.hpp"
#include "actors/link/greeting.hpp"

namespace caf {
class actor;
}

namespace fedltr {

/// Number of a connection, never reused; 0 means none.
using LinkId = std::uint64_t;

/// Reasons for the end of a connection.
enum class LinkEnd : std::uint8_t {
  kLost,     ///< another one may succeed
  kRefused,  ///< one side rejects the other: another try would also fail
  kInvalid,  ///< the peer sent an invalid frame
  kRevoked,  ///< the peer's token was withdrawn, or its certificate revoked
};

/// Settings of connections; times in ticks.
struct GatewayConfig {
  link::Terms terms;
  /// Called for each connection; empty means plaintext.
  std::function<TlsConfig()> tls;
  int listener = -1;                ///< listening socket; -1 if none
  std::uint32_t tick = 1000;        ///< milliseconds between two heartbeats
  std::uint32_t silence = 15;       ///< after which a peer counts as lost
  std::uint32_t patience = 10;      ///< for a peer to identify itself
  std::size_t max_strangers = 256;  ///< maximum number of unidentified peers
  /// Maximum bytes of a greeted peer's message.
  std::size_t max_bytes = kMaxGreeting;
  /// Counts connections that are kept out or refused; null if not counted.
  std::shared_ptr<std::atomic<std::uint64_t>> kept_out = nullptr;
  /// Makes a replacement of the gateway, for a network without sockets; empty
  /// means the gateway itself.
  std::function<caf::actor(const GatewayConfig& config,
                           const caf::actor& owner)>
      stand_in = nullptr;
};

}  // namespace fedltr
