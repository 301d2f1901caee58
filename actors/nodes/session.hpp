#pragma once

#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "actors/link/gateway_config.hpp"
#include "actors/nodes/node_wire.hpp"
#include "actors/runtime/interrupt.hpp"

namespace fedltr {

/// The runs that a node makes of the server's scenario.
struct PreparedScenario {
  std::string digest;             ///< of the scenario
  std::vector<std::string> data;  ///< SHA-256 of each file
  std::vector<FederationPlan> plans;
};

struct HostConfig {
  std::uint32_t cores = 1;
  /// Makes the runs of a scenario. Throws if the scenario or the data are
  /// invalid.
  std::function<std::shared_ptr<const PreparedScenario>(
      const std::string& scenario)>
      prepare;
  GatewayConfig gateway;  ///< without `max_bytes`
};

/// End of a connection to a server.
struct SessionEnd {
  enum class Kind : std::uint8_t {
    kLost,         ///< a new connection may succeed
    kRefused,      ///< a new connection would also fail
    kDone,         ///< the run is over
    kInterrupted,  ///< by the user
  };
  Kind kind = Kind::kLost;
  std::string why;
  bool welcome = false;      ///< the server has sent Welcome
  std::exception_ptr error;  ///< of prepare()
};

/// Serves one connection with `threads` threads until it ends.
/// @param socket  connected socket; closed at the end
SessionEnd serve_session(const HostConfig& config, int socket,
                         std::size_t threads, Interrupt& interrupt);

}  // namespace fedltr
