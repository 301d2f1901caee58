#include <algorithm>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <spdlog/fmt/fmt.h>

#include "app/report/legend.hpp"
#include "app/report/writers.hpp"
#include "app/results/curve.hpp"

namespace fedltr {
namespace {

constexpr ChartLayout kPanelLayout = {
    .width = 330,
    .height = 250,
    .left = 52,
    .right = 318,
    .top = 28,
    .base = 200,
    .title = 16,
    .title_size = 12,
    .below = 16,
    .beside = 6,
    .x_name = 36,
    .y_name = 12,
};
constexpr const char* kPlain = "currentColor";  // unlike any curve

Stroke panel_stroke(const ReportPanels& panels, std::size_t line) {
  return std::cmp_equal(line, panels.baseline) ? Stroke{kPlain, "3 3"}
                                               : line_stroke(line);
}

ChartAxes common_axes(const ReportPanels& panels) {
  std::vector<std::span<const CurvePoint>> all;
  std::vector<CurvePoint> published;
  const double last = panels.last();
  for (const ReportPanels::Panel& panel : panels.panels) {
    for (const auto& curve : panel.curves) all.emplace_back(curve);
    for (const auto& marks : panel.published)
      for (const MarkedPoint& mark : marks)
        published.push_back(
            {std::min(mark.at, last), 0, mark.value, mark.value, mark.value});
  }
  all.emplace_back(published);
  ChartAxes axes = axes_around(all);
  if (!panels.ticks.empty()) axes.across = Axis::named(panels.ticks);
  return axes;
}

/// Marks the points of a curve with few points.
void mark_points(Chart& chart, const std::vector<CurvePoint>& points,
                 const Stroke& stroke) {
  constexpr std::size_t kFew = 20;
  if (points.size() > kFew) return;
  for (const CurvePoint& point : points) {
    const double x = chart.x_of(point.at);
    chart.draw_line({{x, chart.y_of(point.low)}, {x, chart.y_of(point.high)}},
                    {stroke.colour});
    chart.svg().add("circle", {{"cx", x},
                               {"cy", chart.y_of(point.mean)},
                               {"r", 3.5},
                               {"fill", stroke.colour}});
  }
}

constexpr double kHollow = 4;  ///< radius of the mark of a published value

void draw_hollow(Svg& svg, double x, double y, const std::string& colour) {
  svg.add("circle", {{"cx", x},
                     {"cy", y},
                     {"r", kHollow},
                     {"fill", "none"},
                     {"stroke", colour},
                     {"stroke-width", 1.5}});
}

/// Draws the mark of a value after the end of the curves.
void draw_later(Svg& svg, double x, double y, const std::string& colour) {
  svg.add("path",
          {{"d", fmt::format("M{:.1f},{:.1f} l8,4 l-8,4 Z", x - 4, y - 4)},
           {"fill", "none"},
           {"stroke", colour},
           {"stroke-width", 1.5}});
}

std::string panel_svg(const ReportPanels& panels,
                      const ReportPanels::Panel& panel, const ChartAxes& axes) {
  Chart chart(panel.title, axes.across, axes.up, kPanelLayout);
  chart.name_axes(panels.x, panels.y);
  constexpr std::size_t kFew = 20;
  for (std::size_t line = 0; line < panel.curves.size(); ++line)
    if (panel.curves[line].size() > kFew)
      chart.draw_band(panel.curves[line], panel_stroke(panels, line).colour,
                      "0.15");
  for (std::size_t line = 0; line < panel.curves.size(); ++line) {
    if (panel.curves[line].empty()) continue;
    const Stroke stroke = panel_stroke(panels, line);
    chart.draw_curve(panel.curves[line], stroke);
    mark_points(chart, panel.curves[line], stroke);
  }
  const double last = panels.last();
  for (std::size_t line = 0; line < panel.published.size(); ++line)
    for (const MarkedPoint& mark : panel.published[line])
      (mark.at > last ? draw_later : draw_hollow)(
          chart.svg(), chart.x_of(std::min(mark.at, last)),
          chart.y_of(mark.value), panel_stroke(panels, line).colour);
  return chart.take();
}

/// Width of the picture of all panels, and of its title.
int width_of(const ReportPanels& panels) {
  constexpr double kLetter = 8.4;  // maximum width in bold 14 px sans-serif
  const std::size_t columns = std::min(panels.columns, panels.panels.size());
  return std::max(
      kPanelLayout.width * static_cast<int>(std::max<std::size_t>(columns, 1)),
      20 +
          static_cast<int>(kLetter * static_cast<double>(panels.title.size())));
}

/// Returns a legend and its height.
std::pair<std::string, int> legend_svg(const ReportPanels& panels, int width) {
  const auto [here, later] = panels.published();
  std::vector<std::string> names = panels.lines;
  if (!here.empty()) names.emplace_back("published");
  if (!later.empty()) names.emplace_back("published, later");
  const Chart::Points places = legend_places(names, 10, width, 12);
  const int height =
      places.empty() ? 0 : static_cast<int>(places.back().second) + 10;
  Svg svg(width, height, 12);
  for (std::size_t line = 0; line < panels.lines.size(); ++line) {
    const Stroke stroke = panel_stroke(panels, line);
    const auto [left, middle] = places[line];
    SvgAttributes look = {
        {"x1", left},   {"x2", left + 26},         {"y1", middle},
        {"y2", middle}, {"stroke", stroke.colour}, {"stroke-width", 2}};
    if (!stroke.dashes.empty())
      look.emplace_back("stroke-dasharray", stroke.dashes);
    svg.add("line", look);
    svg.text(left + 32, middle + 4, panels.lines[line]);
  }
  for (std::size_t mark = panels.lines.size(); mark < names.size(); ++mark) {
    const auto [left, middle] = places[mark];
    const bool is_later = !later.empty() && mark + 1 == names.size();
    (is_later ? draw_later : draw_hollow)(svg, left + 13, middle, kPlain);
    svg.text(left + 32, middle + 4, names[mark]);
  }
  return {svg.take(), height};
}

}  // namespace

std::vector<std::string> panel_svgs(const ReportPanels& panels) {
  constexpr int kPhone = 330;
  const ChartAxes axes = common_axes(panels);
  std::vector<std::string> parts = {legend_svg(panels, kPhone).first};
  for (const ReportPanels::Panel& panel : panels.panels)
    parts.push_back(panel_svg(panels, panel, axes));
  return parts;
}

std::string report_svg(const ReportPanels& panels) {
  constexpr int kTitle = 28;
  const ChartAxes axes = common_axes(panels);
  const int width = width_of(panels);
  const auto [legend, height] = legend_svg(panels, width);
  const std::size_t columns = std::max<std::size_t>(panels.columns, 1);
  const auto rows =
      static_cast<int>((panels.panels.size() + columns - 1) / columns);
  Svg svg(width, kTitle + height + rows * kPanelLayout.height, 12);
  svg.text(10, 18, panels.title, {{"font-size", 14}, {"font-weight", "bold"}});
  if (height > 0) svg.embed(0, kTitle, legend);
  for (std::size_t p = 0; p < panels.panels.size(); ++p)
    svg.embed(static_cast<double>(p % columns) * kPanelLayout.width,
              kTitle + height +
                  static_cast<double>(p / columns) * kPanelLayout.height,
              panel_svg(panels, panels.panels[p], axes));
  return svg.take();
}

}  // namespace fedltr
