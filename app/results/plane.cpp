#include "app/results/plane.hpp"

#include <cmath>

#include "algorithms/statistics/neighbours.hpp"
#include "algorithms/statistics/pca.hpp"
#include "algorithms/statistics/tsne.hpp"
#include "app/results/scatter.hpp"

namespace fedltr {
namespace {

/// @param plane  #points by 2; those of the first kind come first
std::vector<ScatterSeries> series_of(const Matrix& plane, Index first,
                                     const PlaneKind& one,
                                     const PlaneKind& other) {
  return {{other.name, other.colour, plane.bottomRows(plane.rows() - first)},
          {one.name, one.colour, plane.topRows(first)}};
}

}  // namespace

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
  return scatter_svg(series_of(plane, first, one, other), title, name(0),
                     name(1));
}

bool has_neighbours(const Matrix& points) {
  return points.rows() > 3;
}

std::string neighbours_svg(const Matrix& points, Index first,
                           const PlaneKind& one, const PlaneKind& other,
                           const std::string& title) {
  const Matrix plane = tsne(points);
  const double own = own_neighbours(plane, first, 5);
  return scatter_svg(series_of(plane, first, one, other), title,
                     "t-SNE 1 (" + std::to_string(std::lround(100 * own)) +
                         "% of the five nearest points are of a point's kind)",
                     "t-SNE 2");
}

}  // namespace fedltr
