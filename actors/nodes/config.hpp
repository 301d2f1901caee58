#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "actors/nodes/channel.hpp"

namespace caf {
class actor;
}

namespace fedltr {

/// A connection, by a number that is never used again; 0: none.
using LinkId = std::uint64_t;

/// How connections are looked after; times in ticks.
struct GatewayConfig {
  /// Asked at each connection; none: plaintext.
  std::function<TlsConfig()> tls;
  int listener = -1;                ///< socket that listens; none: -1
  std::uint32_t tick = 1000;        ///< milliseconds between two heartbeats
  std::uint32_t silence = 15;       ///< after which a peer is taken for lost
  std::uint32_t patience = 10;      ///< for a peer to say who it is
  std::size_t max_strangers = 256;  ///< connections of such peers
  /// Counts connections that are kept out, or refused for what they say; none:
  /// nobody does.
  std::shared_ptr<std::atomic<std::uint64_t>> kept_out = nullptr;
  /// Makes what stands in for a gateway, on a network that isn't one of
  /// sockets; none: nothing does.
  std::function<caf::actor(const caf::actor& owner)> stand_in = nullptr;
};

/// What a server asks of nodes, and offers them.
struct RosterConfig {
  std::string version;            ///< a node's must be the same
  std::string scenario;           ///< for nodes: opaque here
  std::string digest;             ///< what nodes must make of it
  std::vector<std::string> data;  ///< SHA-256 of each file they must have
  /// Returns whether the token is the one that the node was issued; none: that
  /// can't be read now, which lets nobody in and puts nobody out.
  std::function<std::optional<bool>(const std::string& name,
                                    const std::string& token)>
      knows_token;
  /// Told how many nodes there are as one joins or is lost; none: nobody is.
  std::function<void(std::size_t nodes)> on_nodes;
  std::uint32_t min_nodes = 1;   ///< before any cohort is assigned
  std::uint32_t tick = 1000;     ///< milliseconds; in ticks:
  std::uint32_t wait = 300;      ///< for a node, while there is none
  std::uint32_t patience = 600;  ///< for a node to get ready, and to answer
  std::uint32_t mute = 20;  ///< at least, until others do what a node has not
  GatewayConfig gateway;
};

}  // namespace fedltr
