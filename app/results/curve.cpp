#include "app/results/curve.hpp"

#include "algorithms/statistics/spread.hpp"

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
  const std::vector<CurvePoint> points = thinned_points(curve.points, chart);
  chart.draw_band(points, curve.colour, "0.2");
  chart.draw_curve(points, {curve.colour});
  chart.legend(curve.name, curve.colour);
}

}  // namespace

CurvePoint curve_point(double at, std::span<const double> values) {
  const Spread spread = spread_of(values);
  const double half = spread.n > 1 ? spread.std : 0;
  return {at, 0, spread.mean, spread.mean - half, spread.mean + half};
}

std::vector<CurvePoint> curve_points(
    const std::map<std::uint32_t, std::vector<double>>& values) {
  std::vector<CurvePoint> points;
  for (const auto& [at, there] : values)
    points.push_back(curve_point(at, there));
  return points;
}

ChartAxes axes_around(const std::vector<std::span<const CurvePoint>>& curves) {
  std::vector<double> across;
  std::vector<double> up;
  for (const auto& points : curves)
    for (const CurvePoint& point : points) {
      across.push_back(point.at);
      up.insert(up.end(), {point.low, point.high});
    }
  return {Axis::across(across), Axis::around(up)};
}

std::string curves_text(const std::vector<Curve>& curves,
                        const std::string& title, const std::string& x,
                        const std::string& y) {
  std::vector<std::span<const CurvePoint>> all;
  for (const Curve& curve : curves) all.emplace_back(curve.points);
  const ChartAxes axes = axes_around(all);
  Chart chart(title, axes.across, axes.up);
  for (const Curve& curve : curves)
    if (!curve.points.empty()) draw_curve(chart, curve);
  chart.name_axes(x, y);
  return chart.take();
}

}  // namespace fedltr
