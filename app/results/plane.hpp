#pragma once

#include <string>

#include "algorithms/core/linalg.hpp"

namespace fedltr {

/// One of two kinds of points.
struct PlaneKind {
  std::string name;
  std::string colour;  ///< in CSS
};

/// True if points span a plane: there are three or more.
bool has_plane(const Matrix& points);

/// Draws points on their first two principal axes, as an SVG picture.
/// @param points  #points by #features; has_plane() must hold
/// @param first   number of points of the first kind, which come first
std::string plane_svg(const Matrix& points, Index first, const PlaneKind& one,
                      const PlaneKind& other, const std::string& title);

/// True if there are enough points for neighbours_svg().
bool has_neighbours(const Matrix& points);

/// Draws points so that neighbours stay neighbours, by t-SNE: distances between
/// groups and the axes mean nothing. Names the share of the five nearest points
/// in the picture that are of a point's kind. Parameters as plane_svg();
/// has_neighbours() must hold.
std::string neighbours_svg(const Matrix& points, Index first,
                           const PlaneKind& one, const PlaneKind& other,
                           const std::string& title);

}  // namespace fedltr
