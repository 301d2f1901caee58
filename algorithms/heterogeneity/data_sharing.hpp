#pragma once

#include "algorithms/heterogeneity/split.hpp"

namespace fedltr {

class Learner;
struct Simulation;

// Data-sharing, Zhao et al., "Federated learning with non-IID data" (2018);
// thesis section 4.4.3.

struct DataSharing {
  double globally = 0.1;  ///< share of the training queries that is global
  double share = 0;       ///< each client's share of those; 0 = none
};

/// Draws the global queries: a random part of the training queries, ascending,
/// at least one.
std::vector<Index> draw_global_queries(Index queries, double globally,
                                       std::uint64_t seed);

/// Gives each client its random share of the global queries, whole and with
/// their own labels, in addition to its data.
/// @param split  its clients already hold data, or all draw from everything
void share_data(Split& split, const SplitInput& input,
                const std::vector<Index>& global, double share);

/// The server's first model: trained on the global queries with the searches
/// that a client makes in 100 rounds (chosen).
Vector warm_up(const Learner& learner, const Simulation& world,
               const Vector& initial, std::uint32_t interactions,
               std::uint64_t seed);

}  // namespace fedltr
