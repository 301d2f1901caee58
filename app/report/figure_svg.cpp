#include <span>
#include <string>
#include <vector>

#include "app/report/legend.hpp"
#include "app/report/writers.hpp"
#include "app/results/curve.hpp"

namespace fedltr {
namespace {

/// The height depends on the legend, which is below the grid.
constexpr ChartLayout kFigureLayout = {
    .width = 640,
    .height = 0,
    .left = 62,
    .right = 624,
    .top = 34,
    .base = 330,
    .title = 20,
    .title_size = 13,
    .below = 17,
    .beside = 7,
    .x_name = 36,
    .y_name = 15,
};
constexpr double kLegend = kFigureLayout.base + 62;  ///< its first line

}  // namespace

std::string report_svg(const ReportFigure& figure) {
  std::vector<std::string> names;
  for (const FigureCurve& curve : figure.curves) names.push_back(curve.name);
  const Chart::Points legend =
      legend_places(names, kFigureLayout.left, kFigureLayout.right, kLegend);
  ChartLayout layout = kFigureLayout;
  layout.height = static_cast<int>(legend.back().second + 12);
  std::vector<std::span<const CurvePoint>> curves;
  for (const FigureCurve& curve : figure.curves)
    curves.emplace_back(curve.points);
  const ChartAxes axes = axes_around(curves);
  Chart chart(figure.title, axes.across, axes.up, layout);
  chart.name_axes(figure.x, figure.y);
  for (std::size_t c = 0; c < figure.curves.size(); ++c)
    chart.draw_band(figure.curves[c].points, curve_colour(c), "0.15");
  for (std::size_t c = 0; c < figure.curves.size(); ++c) {
    const Stroke stroke = line_stroke(c);
    const auto [x, y] = legend[c];
    chart.draw_curve(figure.curves[c].points, stroke);
    chart.draw_line({{x, y}, {x + 26, y}}, stroke);
    chart.svg().text(x + 32, y + 4, figure.curves[c].name);
  }
  return chart.take();
}

}  // namespace fedltr
