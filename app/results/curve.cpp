#include "app/results/curve.hpp"

#include <ranges>

namespace fedltr {
namespace {

/// Leaves out points less than a pixel to the right of the last one kept.
std::vector<CurvePoint> thinned_points(const std::vector<CurvePoint>& curve,
                                       const Chart& chart) {
  std::vector<CurvePoint> kept;
  for (const CurvePoint& point : curve)
    if (kept.empty() || chart.x_of(point.at) - chart.x_of(kept.back().at) >= 1)
      kept.push_back(point);
  return kept;
}

void draw_curve(Chart& chart, const Curve& curve) {
  std::vector<std::pair<double, double>> line;
  std::vector<std::pair<double, double>> band;
  const std::vector<CurvePoint> points = thinned_points(curve.points, chart);
  for (const CurvePoint& point : points) {
    line.emplace_back(point.at, point.spread.mean);
    band.emplace_back(point.at, point.upper());
  }
  for (const CurvePoint& point : std::views::reverse(points))
    band.emplace_back(point.at, point.lower());
  if (points[0].spread.n > 1)
    chart.svg().add("polygon", {{"points", chart.path(band)},
                                {"fill", curve.colour},
                                {"fill-opacity", 0.2}});
  chart.svg().add("polyline", {{"points", chart.path(line)},
                               {"fill", "none"},
                               {"stroke", curve.colour},
                               {"stroke-width", 2}});
  chart.legend(curve.name, curve.colour);
}

}  // namespace

std::vector<CurvePoint> curve_points(
    const std::map<std::uint32_t, std::vector<double>>& values) {
  std::vector<CurvePoint> points;
  for (const auto& [at, there] : values)
    points.push_back({static_cast<double>(at), spread_of(there)});
  return points;
}

std::string curves_text(const std::vector<Curve>& curves,
                        const std::string& title, const std::string& x,
                        const std::string& y) {
  std::vector<double> across;
  std::vector<double> up;
  for (const Curve& curve : curves)
    for (const CurvePoint& point : curve.points) {
      across.push_back(point.at);
      up.insert(up.end(), {point.lower(), point.upper()});
    }
  Chart chart(title, x, y, Axis::around(across), Axis::around(up));
  for (const Curve& curve : curves)
    if (!curve.points.empty()) draw_curve(chart, curve);
  return chart.take();
}

}  // namespace fedltr
