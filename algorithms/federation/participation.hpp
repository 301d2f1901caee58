#pragma once

#include <cstdint>
#include <vector>

#include "algorithms/core/rng.hpp"

namespace fedltr {

/// Number of clients that take part in a round: `share` of them, rounded, at
/// least one.
std::uint32_t count_participants(std::uint32_t clients, double share);

/// The clients that take part in a round, count_participants() of them, every
/// subset of that size equally likely; ascending. Floyd's algorithm (Bentley
/// and Floyd, CACM 1987), whose time follows the clients drawn, not all of
/// them: of the first j + 1 clients one is drawn for each j among the last
/// ones; if it is in the set already, client j, which can't be, takes its
/// place.
///
/// @param share  in (0, 1]; 1 draws nothing
std::vector<std::uint32_t> draw_participants(std::uint32_t clients,
                                             double share, Rng& rng);

/// Probability that more than `most` of the `marked` clients are among `drawn`
/// of all `clients`, every subset of that size equally likely: the tail of the
/// hypergeometric distribution.
///
/// @param marked, drawn  at most `clients`
double chance_to_draw_more(std::uint32_t most, std::uint32_t marked,
                           std::uint32_t drawn, std::uint32_t clients);

}  // namespace fedltr
