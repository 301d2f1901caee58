#include <algorithm>
#include <set>

#include "app/report/writers.hpp"

namespace fedltr {
namespace {

using Points = std::vector<CurvePoint>;

/// Adds the indices of the points of one part to keep.
void keep_extremes(const Points& points, std::size_t from, std::size_t to,
                   std::set<std::size_t>& kept) {
  const auto begin = points.begin() + static_cast<std::ptrdiff_t>(from);
  const auto end = points.begin() + static_cast<std::ptrdiff_t>(to);
  const auto keep = [&](Points::const_iterator point) {
    kept.insert(static_cast<std::size_t>(point - points.begin()));
  };
  keep(begin);
  keep(std::ranges::min_element(begin, end, {}, &CurvePoint::mean));
  keep(std::ranges::max_element(begin, end, {}, &CurvePoint::mean));
  keep(std::ranges::min_element(begin, end, {}, &CurvePoint::low));
  keep(std::ranges::max_element(begin, end, {}, &CurvePoint::high));
}

Points thinned_points(const Points& points, std::size_t parts) {
  if (points.size() <= 2 * parts) return points;
  std::set<std::size_t> kept = {points.size() - 1};
  for (std::size_t part = 0; part < parts; ++part)
    keep_extremes(points, part * points.size() / parts,
                  (part + 1) * points.size() / parts, kept);
  Points few;
  for (const std::size_t place : kept) few.push_back(points[place]);
  return few;
}

constexpr const char* kThinned =
    "Thinned: shows the first point and the extremes of each stretch.";

}  // namespace

ReportPanels thinned(const ReportPanels& panels, std::size_t parts) {
  ReportPanels few = panels;
  bool any = false;
  for (ReportPanels::Panel& panel : few.panels)
    for (auto& curve : panel.curves) {
      const std::size_t all = curve.size();
      curve = thinned_points(curve, parts);
      any = any || curve.size() < all;
    }
  if (any) few.note += (few.note.empty() ? "" : " ") + std::string(kThinned);
  return few;
}

ReportFigure thinned(const ReportFigure& figure, std::size_t parts) {
  ReportFigure few = figure;
  bool any = false;
  for (FigureCurve& curve : few.curves) {
    const std::size_t all = curve.points.size();
    curve.points = thinned_points(curve.points, parts);
    any = any || curve.points.size() < all;
  }
  if (any) few.note += (few.note.empty() ? "" : " ") + std::string(kThinned);
  return few;
}

}  // namespace fedltr
