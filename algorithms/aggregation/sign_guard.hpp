#pragma once

#include "algorithms/aggregation/robust.hpp"

namespace fedltr {

/// SignGuard: the mean of the updates that two filters leave, each cut to the
/// median length. One filter leaves lengths of `signguard.shortest` (0.1) to
/// `signguard.longest` (3) times the median one; the other the larger of two
/// clusters of clients by the shares of positive, negative and zero numbers in
/// their updates. If nobody is left, the model stays. Xu et al. (arXiv
/// 2109.05872), held against the code of Blades.
///
/// Differs: all numbers are looked at, not a random part; two clusters as in
/// Blades, but found from the two clients farthest apart instead of at random;
/// equal ones make one cluster, and of two of the same size the first client's
/// is kept. Where more than half of the updates are 0, as of clients that had
/// no click, clusters and median are of the others (telling_rows(),
/// usual_length()). In the paper every client trains.
RuleMethod sign_guard_rule();

/// #clients by 3: shares of numbers above, below and at 0.
Matrix sign_shares(const Matrix& updates);

/// Which points are in the larger of two clusters: Lloyd's iterations from the
/// two points farthest apart.
std::vector<bool> larger_cluster(const Matrix& points);

}  // namespace fedltr
