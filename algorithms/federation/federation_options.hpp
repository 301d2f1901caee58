#pragma once

#include <cstdint>
#include <vector>

#include "algorithms/federation/weighting.hpp"

namespace fedltr {

/// Size of a federation, and who takes part in its rounds: the same in a
/// scenario and in the plans of its runs.
struct FederationOptions {
  std::uint32_t clients = 1;
  std::vector<std::uint32_t> absent;  ///< clients that never take part, sorted
  std::uint32_t interactions = 1;     ///< per client and round
  std::uint32_t rounds = 1;
  double participation = 1;  ///< share of the present clients
  Weighting weighting = Weighting::kInteractions;
};

}  // namespace fedltr
