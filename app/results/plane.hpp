#pragma once

#include <string>

#include "algorithms/core/linalg.hpp"

namespace fedltr {

/// One of two kinds of points.
struct PlaneKind {
  std::string name;
  std::string colour;  ///< as CSS has it
};

/// Whether points span a plane: there are three or more.
bool has_plane(const Matrix& points);

/// Points on their first two principal axes, as an SVG picture.
/// @param points  #points by #features, which have a plane
/// @param first   number of those of the first kind, which stand first
std::string plane_svg(const Matrix& points, Index first, const PlaneKind& one,
                      const PlaneKind& other, const std::string& title);

}  // namespace fedltr
