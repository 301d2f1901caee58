#pragma once

#include "algorithms/core/linalg.hpp"

namespace fedltr {

/// Returns the share of points' nearest neighbours that are of the point's own
/// kind, 0 to 1: 1 if the kinds lie apart, about the share of the kinds if they
/// are mixed. Leave-one-out accuracy of nearest neighbours (Cover and Hart,
/// IEEE Transactions on Information Theory 13, 1967), as a mean over
/// neighbours. O(#points^2).
/// @param points   #points by #dimensions, two or more points
/// @param first    number of points of the first kind, which come first
/// @param nearest  neighbours of each point, 1 or more; all others if there are
///                 fewer. Equally near points count in the order of rows
double own_neighbours(const MatrixView& points, Index first, Index nearest);

}  // namespace fedltr
