#pragma once

#include "algorithms/aggregation/robust.hpp"

namespace fedltr {

/// FLAME: the mean of the majority whose models point alike, their updates cut
/// to the median length of all. Nguyen et al., "FLAME: Taming backdoors in
/// federated learning" (USENIX Security 2022, algorithm 1); checked against
/// other implementations.
///
/// The paper clusters cosine distances of models by HDBSCAN with clusters of at
/// least n / 2 + 1, of which there can be only one: the smallest majority that
/// single linkage finds, which is computed here. Differs: adds no noise, which
/// hides backdoors and is irrelevant to ranking. And if more than half of the
/// updates are 0, as from clients without clicks, those are kept, but majority
/// and median are of the others, unless a third of these may be malicious
/// (telling_rows()). In the paper every client trains.
RuleMethod flame_rule();

/// The rows of the smallest single-linkage cluster of at least `size`, at most
/// #rows; equal distances count as one step.
/// @param distances  #rows by #rows, symmetric
std::vector<bool> smallest_cluster(const Matrix& distances, std::size_t size);

}  // namespace fedltr
