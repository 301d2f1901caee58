#include "algorithms/federation/participation.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <unordered_set>

#include <boost/math/distributions/hypergeometric.hpp>

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
  const std::uint32_t wanted = count_participants(clients, share);
  std::unordered_set<std::uint32_t> drawn;
  drawn.reserve(wanted);
  for (std::uint32_t last = clients - wanted; last < clients; ++last)
    if (!drawn.insert(static_cast<std::uint32_t>(rng.below(last + 1))).second)
      drawn.insert(last);
  chosen.assign(drawn.begin(), drawn.end());
  std::ranges::sort(chosen);
  return chosen;
}

double chance_to_draw_more(std::uint32_t most, std::uint32_t marked,
                           std::uint32_t drawn, std::uint32_t clients) {
  require(marked <= clients && drawn <= clients,
          "no more clients are marked or drawn than there are");
  if (most >= std::min(marked, drawn)) return 0;
  if (std::uint64_t{most} + clients < std::uint64_t{marked} + drawn) return 1;
  const boost::math::hypergeometric_distribution<double> count(marked, drawn,
                                                               clients);
  return cdf(complement(count, most));
}

}  // namespace fedltr
