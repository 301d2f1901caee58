#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "algorithms/core/linalg.hpp"
#include "algorithms/core/rng.hpp"

namespace fedltr {

/// A list of two rankings, and who added each of its documents.
struct TeamDraft {
  std::vector<Index> ranking;
  std::vector<std::uint8_t> teams;  ///< by rank; 1: the second ranking's
};

/// Interleaves two rankings by team draft (Radlinski, Kurup and Joachims, CIKM
/// 2008): for each two ranks, in an order decided by a coin, each adds its best
/// document that is not in the list.
/// @param first, second  best documents, of the same number: that of the list
TeamDraft draft_teams(std::span<const Index> first,
                      std::span<const Index> second, Rng& rng);

/// Returns twice the preference for the second ranking: 2 if it has more clicks
/// than the first, 1 if as many, 0 if fewer.
/// @param teams, clicks  by rank
std::uint8_t twice_preference(std::span<const std::uint8_t> teams,
                              std::span<const std::uint8_t> clicks);

}  // namespace fedltr
