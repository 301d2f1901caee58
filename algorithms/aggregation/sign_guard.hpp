#pragma once

#include "algorithms/aggregation/robust.hpp"

namespace fedltr {

/// SignGuard: the mean of the updates that pass two filters, each cut to the
/// median length. One filter keeps lengths of `signguard.shortest` (0.1) to
/// `signguard.longest` (3) times the median; the other keeps the larger of two
/// clusters of clients by the shares of positive, negative and zero numbers in
/// their updates. If none is left, the model stays. Xu et al. (arXiv
/// 2109.05872), checked against the code of Blades.
///
/// Differs: uses all numbers, not a random part; two clusters as in Blades, but
/// found from the two clients farthest apart instead of at random; equal ones
/// make one cluster, and of two clusters of the same size the first client's is
/// kept. If more than half of the updates are 0, as from clients without
/// clicks, clusters and median are of the others, unless a third of these may
/// be malicious (telling_rows()). In the paper every client trains.
RuleMethod sign_guard_rule();

/// #clients by 3: shares of numbers above, below and at 0.
Matrix sign_shares(const Matrix& updates);

/// True for the points in the larger of two clusters, by Lloyd's iterations
/// from the two points farthest apart.
std::vector<bool> larger_cluster(const Matrix& points);

}  // namespace fedltr
