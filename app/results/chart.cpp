#include "app/results/chart.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <ranges>

#include <spdlog/fmt/fmt.h>

namespace fedltr {

namespace {

std::vector<double> finite_of(const std::vector<double>& values) {
  std::vector<double> finite;
  std::ranges::copy_if(values, std::back_inserter(finite),
                       [](double value) { return std::isfinite(value); });
  return finite;
}

}  // namespace

Axis::Axis(double least, double most, double step) {
  // Minimum span for equal values: steps must exceed rounding errors.
  const double size = std::max({1.0, std::abs(least), std::abs(most)});
  const double span = std::max(most - least, 1e-9 * size);
  const double rough = span / 6;
  const double power = std::pow(10, std::floor(std::log10(rough)));
  step_ = power * (rough / power < 1.5 ? 1 : rough / power < 3.5 ? 2 : 5);
  step_ = std::max(step_, step);
  from_ = std::floor(least / step_) * step_;
  to_ = std::ceil(most / step_) * step_;
  if (!(to_ > from_)) to_ = from_ + step_;
}

Axis Axis::around(const std::vector<double>& values) {
  const std::vector<double> finite = finite_of(values);
  if (finite.empty()) return {};
  const auto [least, most] = std::ranges::minmax(finite);
  return {least, most};
}

Axis Axis::across(const std::vector<double>& positions) {
  const std::vector<double> finite = finite_of(positions);
  const bool whole = std::ranges::all_of(
      finite, [](double at) { return at == std::floor(at); });
  if (finite.empty() || !whole) return around(finite);
  const auto [least, most] = std::ranges::minmax(finite);
  return {least, most, 1};
}

Axis Axis::named(std::vector<std::string> names) {
  Axis axis;
  axis.from_ = -0.3;
  axis.to_ = static_cast<double>(names.size()) - 0.7;
  axis.names_ = std::move(names);
  return axis;
}

std::vector<double> Axis::lines() const {
  if (!names_.empty()) {
    std::vector<double> places;
    for (std::size_t i = 0; i < names_.size(); ++i)
      places.push_back(static_cast<double>(i));
    return places;
  }
  std::vector<double> lines(std::lround((to_ - from_) / step_) + 1);
  for (std::size_t i = 0; i < lines.size(); ++i)
    lines[i] = from_ + step_ * static_cast<double>(i);
  return lines;
}

std::string Axis::label(double line) const {
  if (!names_.empty()) return names_[static_cast<std::size_t>(line)];
  return fmt::format("{:g}", std::round(line / step_) * step_);
}

Chart::Chart(const std::string& title, const Axis& across, const Axis& up,
             const ChartLayout& layout)
    : layout_(layout),
      svg_(layout.width, layout.height, 12),
      across_(across),
      up_(up),
      legend_end_(layout.left) {
  svg_.text(layout_.left, layout_.title, title,
            {{"font-size", layout_.title_size}, {"font-weight", "bold"}});
  draw_grid();
}

void Chart::name_axes(const std::string& x, const std::string& y) {
  svg_.text((layout_.left + layout_.right) / 2, layout_.base + layout_.x_name,
            x, {{"text-anchor", "middle"}});
  const double middle = (layout_.top + layout_.base) / 2;
  svg_.text(layout_.y_name, middle, y,
            {{"text-anchor", "middle"},
             {"transform",
              fmt::format("rotate(-90 {:g} {:.1f})", layout_.y_name, middle)}});
}

double Chart::x_of(double value) const {
  return layout_.left + across_.share(value) * (layout_.right - layout_.left);
}

double Chart::y_of(double value) const {
  return layout_.base - up_.share(value) * (layout_.base - layout_.top);
}

std::string Chart::path(const Points& points) const {
  Points pixels;
  for (const auto& [x, y] : points) pixels.emplace_back(x_of(x), y_of(y));
  return svg_points(pixels);
}

void Chart::draw_band(const std::vector<CurvePoint>& points,
                      const std::string& colour, const std::string& opacity) {
  if (std::ranges::none_of(points, [](const CurvePoint& point) {
        return point.high > point.low;
      }))
    return;
  Points band;
  for (const CurvePoint& point : points)
    band.emplace_back(point.at, point.high);
  for (const CurvePoint& point : std::views::reverse(points))
    band.emplace_back(point.at, point.low);
  svg_.add(
      "polygon",
      {{"points", path(band)}, {"fill", colour}, {"fill-opacity", opacity}});
}

void Chart::draw_curve(const std::vector<CurvePoint>& points,
                       const Stroke& stroke) {
  Points pixels;
  for (const CurvePoint& point : points)
    pixels.emplace_back(x_of(point.at), y_of(point.mean));
  draw_line(pixels, stroke);
}

void Chart::draw_line(const Points& path, const Stroke& stroke) {
  SvgAttributes attributes = {{"points", svg_points(path)},
                              {"fill", "none"},
                              {"stroke", stroke.colour},
                              {"stroke-width", 2}};
  if (!stroke.dashes.empty())
    attributes.emplace_back("stroke-dasharray", stroke.dashes);
  svg_.add("polyline", attributes);
}

void Chart::legend(const std::string& name, const std::string& colour) {
  svg_.add("circle",
           {{"cx", legend_end_ + 5}, {"cy", 44}, {"r", 5}, {"fill", colour}});
  svg_.text(legend_end_ + 16, 48.0, name);
  legend_end_ += 40 + 7 * static_cast<double>(name.size());
}

void Chart::draw_grid_line(double x1, double y1, double x2, double y2) {
  svg_.add(
      "line",
      {{"x1", x1}, {"y1", y1}, {"x2", x2}, {"y2", y2}, {"stroke", "#dddddd"}});
}

void Chart::draw_grid() {
  for (const double at : across_.lines()) {
    draw_grid_line(x_of(at), layout_.top, x_of(at), layout_.base);
    svg_.text(x_of(at), layout_.base + layout_.below, across_.label(at),
              {{"text-anchor", "middle"}});
  }
  for (const double at : up_.lines()) {
    draw_grid_line(layout_.left, y_of(at), layout_.right, y_of(at));
    svg_.text(layout_.left - layout_.beside, y_of(at) + 4, up_.label(at),
              {{"text-anchor", "end"}});
  }
}

}  // namespace fedltr
