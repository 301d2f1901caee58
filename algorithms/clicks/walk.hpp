#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "algorithms/core/rng.hpp"
#include "algorithms/ranking/metrics.hpp"

namespace fedltr {

/// Clicks of a user who walks down a list, clicks at each rank with the
/// probability of its label, and ends after a click where stops(rank, label,
/// uniform number) is true.
///
/// Takes two numbers per rank that the user reaches, in any case: the same
/// stream serves all tables.
/// @param click   by label
/// @param clicks  of the list's size, overwritten
template <class Stops>
void walk_down(Labels shown, Rng& rng, std::span<const double> click,
               std::span<std::uint8_t> clicks, Stops&& stops) {
  std::ranges::fill(clicks, std::uint8_t{0});
  thread_local std::vector<double> draws;
  draws.resize(2 * shown.size());
  Rng(rng).fill_uniform(draws);
  std::size_t reached = 0;
  for (bool stopped = false; !stopped && reached < shown.size(); ++reached) {
    const std::uint8_t label = shown[reached];
    if (!(draws[2 * reached] < click[label])) continue;
    clicks[reached] = 1;
    stopped = stops(reached, label, draws[2 * reached + 1]);
  }
  rng.skip(static_cast<std::uint32_t>(2 * reached));
}

}  // namespace fedltr
