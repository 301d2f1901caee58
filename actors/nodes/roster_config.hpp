#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "actors/link/gateway_config.hpp"

namespace fedltr {

/// A server's requirements of nodes, and its settings for them.
struct RosterConfig {
  std::string scenario;           ///< sent to nodes; opaque here
  std::string digest;             ///< SHA-256 that nodes must compute of it
  std::vector<std::string> data;  ///< SHA-256 of each file of a node
  /// Called with the number of nodes when one joins or is lost; may be empty.
  std::function<void(std::size_t nodes)> on_nodes;
  std::uint32_t min_nodes = 1;   ///< needed to assign any cohort
  std::uint32_t tick = 1000;     ///< milliseconds; unit of the next three
  std::uint32_t wait = 300;      ///< for a node, if there is none
  std::uint32_t patience = 600;  ///< for a node to prepare, and to answer
  std::uint32_t mute = 20;  ///< minimum before a node's orders move to others
  GatewayConfig gateway;    ///< without `max_bytes`
};

}  // namespace fedltr
