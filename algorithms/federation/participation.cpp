#include "algorithms/federation/participation.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "algorithms/core/math.hpp"
#include "algorithms/core/require.hpp"

namespace fedltr {

std::uint32_t count_participants(std::uint32_t clients, double share) {
  return static_cast<std::uint32_t>(
      std::max(1.0, std::round(share_of(share, clients))));
}

std::vector<std::uint32_t> draw_participants(std::uint32_t clients,
                                             double share, Rng& rng) {
  require(share > 0 && share <= 1, "participation is above 0, at most 1");
  std::vector<std::uint32_t> chosen;
  if (share == 1) {
    chosen.resize(clients);
    std::iota(chosen.begin(), chosen.end(), 0U);
    return chosen;
  }
  std::uint32_t wanted = count_participants(clients, share);
  for (std::uint32_t client = 0; client < clients && wanted > 0; ++client) {
    if (rng.below(clients - client) >= wanted) continue;
    chosen.push_back(client);
    --wanted;
  }
  return chosen;
}

}  // namespace fedltr
