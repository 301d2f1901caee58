#pragma once

#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "actors/nodes/config.hpp"
#include "actors/nodes/node_wire.hpp"
#include "actors/runtime/federation.hpp"

namespace fedltr {

/// The runs that a node makes of the scenario it is sent.
struct PreparedRuns {
  std::string digest;             ///< of the scenario
  std::vector<std::string> data;  ///< SHA-256 of each file
  std::vector<FederationPlan> plans;
};

struct HostConfig {
  wire::Hello hello;
  /// Makes the runs of a scenario. Throws what is wrong with it, or with data.
  std::function<std::shared_ptr<const PreparedRuns>(
      const std::string& scenario)>
      prepare;
  GatewayConfig gateway;
};

/// How a connection to a server ended.
struct SessionEnd {
  enum class Kind : std::uint8_t {
    kLost,         ///< another may go on
    kRefused,      ///< another would not
    kDone,         ///< the run is over
    kInterrupted,  ///< by the user
  };
  Kind kind = Kind::kLost;
  std::string why;
  bool welcome = false;      ///< the server knew this node
  std::exception_ptr error;  ///< of prepare()
};

/// Serves one connection with so many threads until it ends.
/// @param socket  connected; closed then
SessionEnd serve_session(const HostConfig& config, int socket,
                         std::size_t threads, Interrupt& interrupt);

}  // namespace fedltr
