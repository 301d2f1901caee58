#pragma once

#include <string>
#include <vector>

#include "algorithms/core/linalg.hpp"

namespace fedltr {

/// Points of one kind in a picture.
struct ScatterSeries {
  std::string name;
  std::string colour;  ///< in CSS
  Matrix points;       ///< #points by 2
};

/// Draws points as an SVG picture with axes and a legend.
/// @param x, y  names of the axes
std::string scatter_svg(const std::vector<ScatterSeries>& series,
                        const std::string& title, const std::string& x,
                        const std::string& y);

}  // namespace fedltr
