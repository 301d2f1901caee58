#pragma once

#include "algorithms/heterogeneity/split.hpp"

namespace fedltr {

class Learner;
struct Simulation;

// Data-sharing, Zhao et al., "Federated learning with non-IID data" (2018);
// thesis section 4.4.3, which leaves the client's share and the length of the
// warm-up open. Its authors' code gives every client all global queries, takes
// them out of the clients' own data, and trains no first model: share 1,
// own_global false, warm_up 0.

struct DataSharing {
  double globally = 0.1;   ///< share of the training queries that is global
  double share = 0;        ///< each client's share of those; 0 = none
  bool own_global = true;  ///< false: clients' own data lose global queries
  std::uint32_t warm_up = 100;  ///< rounds' worth of searches; 0: no warm-up
};

/// Draws the global queries: a random part of the training queries, ascending,
/// at least one.
std::vector<Index> draw_global_queries(Index queries, double globally,
                                       std::uint64_t seed);

/// Gives each client its random share of the global queries, whole and with
/// their own labels, in addition to its data.
/// @param split  its clients already hold data, or all draw from everything
void share_data(Split& split, const SplitInput& input,
                const std::vector<Index>& global, const DataSharing& sharing);

/// The server's first model, trained on the global queries.
/// @param searches  number of its searches
Vector warm_up(const Learner& learner, const Simulation& world,
               const Vector& initial, Index searches, std::uint64_t seed);

}  // namespace fedltr
