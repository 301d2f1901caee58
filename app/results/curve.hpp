#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "app/results/chart.hpp"

namespace fedltr {

struct Curve {
  std::string name;
  std::string colour;  ///< in CSS
  std::vector<CurvePoint> points;
};

/// Returns the mean of the runs' values, with a band of a standard deviation to
/// each side; of one value, without height.
CurvePoint curve_point(double at, std::span<const double> values);

/// Returns points of the runs' values, by round or iteration.
std::vector<CurvePoint> curve_points(
    const std::map<std::uint32_t, std::vector<double>>& values);

/// Axes of a chart.
struct ChartAxes {
  Axis across;
  Axis up;
};

/// Returns axes around all points and their bands.
ChartAxes axes_around(const std::vector<std::span<const CurvePoint>>& curves);

/// Draws curves with their bands; leaves out curves without points.
/// @param x, y  names of the axes
std::string curves_text(const std::vector<Curve>& curves,
                        const std::string& title, const std::string& x,
                        const std::string& y);

}  // namespace fedltr
