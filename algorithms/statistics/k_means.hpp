#pragma once

#include "algorithms/core/linalg.hpp"
#include "algorithms/core/rng.hpp"

namespace fedltr {

/// Squared distances of a point to all centres.
Vector squared_distances(const MatrixView& centres, const VectorView& point);

/// Centres of clusters of points: Lloyd's iterations from seeds of k-means++
/// (Arthur and Vassilvitskii, SODA 2007), the best of `starts` tries. A cluster
/// that becomes empty restarts at the point farthest from its centre. Ties go
/// to the lower cluster.
///
/// @param points    #points by #dimensions
/// @param clusters  1 to #points
/// @return          #clusters by #dimensions
Matrix k_means(const MatrixView& points, Index clusters, Rng& rng,
               int iterations = 20, int starts = 3);

}  // namespace fedltr
