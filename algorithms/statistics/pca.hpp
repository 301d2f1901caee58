#pragma once

#include "algorithms/core/linalg.hpp"

namespace fedltr {

/// The directions in which points vary most.
struct PrincipalAxes {
  Vector mean;    ///< #dimensions
  Matrix axes;    ///< #axes by #dimensions, orthonormal, most variance first
  Vector shares;  ///< #axes, of all variance; 0 where there is none

  /// @return  #points by #axes
  Matrix project(const MatrixView& points) const;
};

/// Principal components of points, unscaled: scale their dimensions first if
/// units differ. An axis points to where its largest weight (the first of
/// equals) is positive.
///
/// @param points  #points by #dimensions, 2 points or more
/// @param axes    1 to #dimensions
PrincipalAxes principal_axes(const MatrixView& points, Index axes);

/// Places of points along the direction in which they vary most, about their
/// mean, scaled to length 1; either side may be the positive one. For fewer
/// points than dimensions, as with models.
/// @param points  #points by #dimensions, 1 point or more
/// @return        #points
Vector main_direction(const MatrixView& points);

}  // namespace fedltr
