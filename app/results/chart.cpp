#include "app/results/chart.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>

#include <spdlog/fmt/fmt.h>

namespace fedltr {
namespace {

constexpr int kWidth = 720;
constexpr int kHeight = 560;
constexpr double kLeft = 70;
constexpr double kRight = 20;
constexpr double kTop = 64;
constexpr double kBottom = 56;
constexpr double kBase = kHeight - kBottom;

}  // namespace

Axis::Axis(double least, double most) {
  // Minimum span for equal values: steps must exceed rounding errors.
  const double size = std::max({1.0, std::abs(least), std::abs(most)});
  const double span = std::max(most - least, 1e-9 * size);
  const double rough = span / 6;
  const double power = std::pow(10, std::floor(std::log10(rough)));
  step_ = power * (rough / power < 1.5 ? 1 : rough / power < 3.5 ? 2 : 5);
  from_ = std::floor(least / step_) * step_;
  to_ = std::ceil(most / step_) * step_;
  if (!(to_ > from_)) to_ = from_ + step_;
}

Axis Axis::around(const std::vector<double>& values) {
  std::vector<double> finite;
  std::ranges::copy_if(values, std::back_inserter(finite),
                       [](double value) { return std::isfinite(value); });
  if (finite.empty()) return {};
  const auto [least, most] = std::ranges::minmax(finite);
  return {least, most};
}

std::vector<double> Axis::lines() const {
  std::vector<double> lines(std::lround((to_ - from_) / step_) + 1);
  for (std::size_t i = 0; i < lines.size(); ++i)
    lines[i] = from_ + step_ * static_cast<double>(i);
  return lines;
}

std::string Axis::label(double line) const {
  return fmt::format("{:g}", std::round(line / step_) * step_);
}

Chart::Chart(const std::string& title, std::string x, std::string y,
             const Axis& across, const Axis& up)
    : svg_(kWidth, kHeight, 12),
      x_(std::move(x)),
      y_(std::move(y)),
      across_(across),
      up_(up),
      legend_end_(kLeft) {
  svg_.text(kLeft, 22.0, title, {{"font-size", 14}, {"font-weight", "bold"}});
  grid();
}

std::string Chart::take() {
  svg_.text((kLeft + kWidth - kRight) / 2, kHeight - 14.0, x_,
            {{"text-anchor", "middle"}});
  const double middle = (kTop + kBase) / 2;
  svg_.text(18.0, middle, y_,
            {{"text-anchor", "middle"},
             {"transform", fmt::format("rotate(-90 18 {:.1f})", middle)}});
  return svg_.take();
}

double Chart::x_of(double value) const {
  return kLeft + across_.share(value) * (kWidth - kLeft - kRight);
}

double Chart::y_of(double value) const {
  return kBase - up_.share(value) * (kBase - kTop);
}

std::string Chart::path(
    const std::vector<std::pair<double, double>>& points) const {
  std::vector<std::pair<double, double>> pixels;
  for (const auto& [x, y] : points) pixels.emplace_back(x_of(x), y_of(y));
  return svg_points(pixels);
}

void Chart::legend(const std::string& name, const std::string& colour) {
  svg_.add("circle",
           {{"cx", legend_end_ + 5}, {"cy", 44}, {"r", 5}, {"fill", colour}});
  svg_.text(legend_end_ + 16, 48.0, name);
  legend_end_ += 40 + 7 * static_cast<double>(name.size());
}

void Chart::line(double x1, double y1, double x2, double y2) {
  svg_.add(
      "line",
      {{"x1", x1}, {"y1", y1}, {"x2", x2}, {"y2", y2}, {"stroke", "#dddddd"}});
}

void Chart::grid() {
  for (const double at : across_.lines()) {
    line(x_of(at), kTop, x_of(at), kBase);
    svg_.text(x_of(at), kBase + 18, across_.label(at),
              {{"text-anchor", "middle"}});
  }
  for (const double at : up_.lines()) {
    line(kLeft, y_of(at), kWidth - kRight, y_of(at));
    svg_.text(kLeft - 8, y_of(at) + 4, up_.label(at), {{"text-anchor", "end"}});
  }
}

}  // namespace fedltr
