#pragma once

#include <cstdint>
#include <string_view>

namespace fedltr {

/// Phase of a server; server.hpp explains the transitions.
enum class ServerPhase : std::uint8_t {
  kIdle,       ///< between two rounds
  kMasking,    ///< clients exchange keys and shares (secure aggregation)
  kTraining,   ///< cohorts train
  kUnmasking,  ///< clients open the shares that remove the masks
  kRemoving,   ///< cohorts remove unlearned clients
  kStopping,   ///< the open round was given up: evaluations are pending
  kReporting,  ///< cohorts report their clients' statistics
  kEnded,
};
std::string_view name_of(ServerPhase phase);

/// True if a server may change from one phase to another.
bool is_transition(ServerPhase from, ServerPhase to);

}  // namespace fedltr
