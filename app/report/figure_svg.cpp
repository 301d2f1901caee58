#include <algorithm>
#include <ranges>

#include <spdlog/fmt/fmt.h>

#include "app/base/svg.hpp"
#include "app/report/writers.hpp"
#include "app/results/chart.hpp"

namespace fedltr {
namespace {

constexpr int kWidth = 640;
constexpr double kLeft = 62;
constexpr double kRight = kWidth - 16;
constexpr double kTop = 34;
constexpr double kBase = 330;
constexpr double kLegend = kBase + 62;  ///< first line of the legend
constexpr double kLine = 19;
constexpr double kCharacter = 6.6;  // approximate width in 12 px sans-serif

using Path = std::vector<std::pair<double, double>>;

/// Returns the position of each curve's legend entry; long entries are stacked.
Path legend_places(const ReportFigure& figure) {
  Path places;
  double x = kLeft;
  double y = kLegend;
  for (const FigureCurve& curve : figure.curves) {
    const double width =
        50 + kCharacter * static_cast<double>(curve.name.size());
    if (x > kLeft && x + width > kRight) {
      x = kLeft;
      y += kLine;
    }
    places.emplace_back(x, y);
    x += width;
  }
  return places;
}

class FigurePicture {
 public:
  explicit FigurePicture(const ReportFigure& figure)
      : figure_(figure),
        legend_(legend_places(figure)),
        svg_(kWidth, static_cast<int>(legend_.back().second + 12), 12) {
    std::vector<double> across;
    std::vector<double> up;
    for (const FigureCurve& curve : figure.curves)
      for (const FigurePoint& point : curve.points) {
        across.push_back(point.at);
        up.insert(up.end(), {point.low, point.high});
      }
    across_ = Axis::around(across);
    up_ = Axis::around(up);
  }

  std::string draw() {
    svg_.text(kLeft, 20.0, figure_.title,
              {{"font-size", 13}, {"font-weight", "bold"}});
    draw_grid();
    for (std::size_t c = 0; c < figure_.curves.size(); ++c) draw_band(c);
    for (std::size_t c = 0; c < figure_.curves.size(); ++c) draw_curve(c);
    return svg_.take();
  }

 private:
  double x_of(double value) const {
    return kLeft + across_.share(value) * (kRight - kLeft);
  }
  double y_of(double value) const {
    return kBase - up_.share(value) * (kBase - kTop);
  }

  void draw_line(double x1, double y1, double x2, double y2) {
    svg_.add("line", {{"x1", x1},
                      {"y1", y1},
                      {"x2", x2},
                      {"y2", y2},
                      {"stroke", "#dddddd"}});
  }

  void draw_grid() {
    for (const double at : across_.lines()) {
      draw_line(x_of(at), kTop, x_of(at), kBase);
      svg_.text(x_of(at), kBase + 17, across_.label(at),
                {{"text-anchor", "middle"}});
    }
    for (const double at : up_.lines()) {
      draw_line(kLeft, y_of(at), kRight, y_of(at));
      svg_.text(kLeft - 7, y_of(at) + 4, up_.label(at),
                {{"text-anchor", "end"}});
    }
    svg_.text((kLeft + kRight) / 2, kBase + 36, figure_.x,
              {{"text-anchor", "middle"}});
    const double middle = (kTop + kBase) / 2;
    svg_.text(15.0, middle, figure_.y,
              {{"text-anchor", "middle"},
               {"transform", fmt::format("rotate(-90 15 {:.1f})", middle)}});
  }

  void draw_band(std::size_t c) {
    const auto& points = figure_.curves[c].points;
    const bool any = std::ranges::any_of(
        points, [](const auto& point) { return point.high > point.low; });
    if (!any) return;
    Path band;
    for (const FigurePoint& point : points)
      band.emplace_back(x_of(point.at), y_of(point.high));
    for (const FigurePoint& point : std::views::reverse(points))
      band.emplace_back(x_of(point.at), y_of(point.low));
    svg_.add("polygon", {{"points", svg_points(band)},
                         {"fill", curve_colour(c)},
                         {"fill-opacity", "0.15"}});
  }

  void draw_curve(std::size_t c) {
    Path path;
    for (const FigurePoint& point : figure_.curves[c].points)
      path.emplace_back(x_of(point.at), y_of(point.mean));
    draw_path(c, path);
    const auto [x, y] = legend_[c];
    draw_path(c, {{x, y}, {x + 26, y}});
    svg_.text(x + 32, y + 4, figure_.curves[c].name);
  }

  void draw_path(std::size_t c, const Path& path) {
    SvgAttributes attributes = {{"points", svg_points(path)},
                                {"fill", "none"},
                                {"stroke", curve_colour(c)},
                                {"stroke-width", 2}};
    std::string dashes;
    for (const int length : curve_dashes(c))
      dashes += (dashes.empty() ? "" : " ") + std::to_string(length);
    if (!dashes.empty()) attributes.push_back({"stroke-dasharray", dashes});
    svg_.add("polyline", attributes);
  }

  const ReportFigure& figure_;
  Path legend_;
  Svg svg_;
  Axis across_;
  Axis up_;
};

}  // namespace

std::string report_svg(const ReportFigure& figure) {
  return FigurePicture(figure).draw();
}

}  // namespace fedltr
