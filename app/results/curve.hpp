#pragma once

#include <map>
#include <string>
#include <vector>

#include "algorithms/statistics/spread.hpp"
#include "app/results/chart.hpp"

namespace fedltr {

/// A point of a curve with the mean of the runs and their standard deviation.
struct CurvePoint {
  double at = 0;  ///< round or iteration
  Spread spread;

  /// Half the height of the band; 0 for one run.
  double half() const { return spread.n > 1 ? spread.std : 0; }
  double lower() const { return spread.mean - half(); }
  double upper() const { return spread.mean + half(); }
};

struct Curve {
  std::string name;
  std::string colour;  ///< in CSS
  std::vector<CurvePoint> points;
};

/// Points of the runs' values, by round or iteration.
std::vector<CurvePoint> curve_points(
    const std::map<std::uint32_t, std::vector<double>>& values);

/// Draws curves with their bands; leaves out curves without points.
/// @param x, y  names of the axes
std::string curves_text(const std::vector<Curve>& curves,
                        const std::string& title, const std::string& x,
                        const std::string& y);

}  // namespace fedltr
