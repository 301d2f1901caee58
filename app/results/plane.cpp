#include "app/results/plane.hpp"

#include <cmath>

#include "algorithms/statistics/pca.hpp"
#include "app/results/scatter.hpp"

namespace fedltr {

bool has_plane(const Matrix& points) {
  return points.rows() > 2;
}

std::string plane_svg(const Matrix& points, Index first, const PlaneKind& one,
                      const PlaneKind& other, const std::string& title) {
  const PrincipalAxes axes = principal_axes(points, 2);
  const Matrix plane = axes.project(points);
  const auto name = [&](Index axis) {
    return "principal axis " + std::to_string(axis + 1) + " (" +
           std::to_string(std::lround(100 * axes.shares(axis))) +
           "% of the variance)";
  };
  return scatter_svg(
      {{other.name, other.colour, plane.bottomRows(plane.rows() - first)},
       {one.name, one.colour, plane.topRows(first)}},
      title, name(0), name(1));
}

}  // namespace fedltr
