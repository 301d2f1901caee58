#pragma once

#include "algorithms/aggregation/robust.hpp"

namespace fedltr {

/// FLAME: the mean of the majority whose models point alike, their updates cut
/// to the median length of all. Nguyen et al., "FLAME: Taming backdoors in
/// federated learning" (USENIX Security 2022, algorithm 1); held against other
/// implementations.
///
/// The paper clusters cosine distances of models by HDBSCAN with clusters of
/// at least n / 2 + 1, of which there can be one only: the smallest majority
/// that single linkage finds, which is what is computed here. Differs: no noise
/// is added, which hides backdoors and has nothing to do with ranking. And
/// where more than half of the updates are 0, as of clients that had no click,
/// those are kept, but majority and median are of the others (telling_rows(),
/// usual_length()). In the paper every client trains.
RuleMethod flame_rule();

/// The rows of the smallest single-linkage cluster of at least `size`, at most
/// #rows; distances as far as equal count as one step.
/// @param distances  #rows by #rows, symmetric
std::vector<bool> smallest_cluster(const Matrix& distances, std::size_t size);

}  // namespace fedltr
