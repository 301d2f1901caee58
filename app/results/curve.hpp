#pragma once

#include <map>
#include <string>
#include <vector>

#include "algorithms/statistics/spread.hpp"
#include "app/results/chart.hpp"

namespace fedltr {

/// A place on the way with the mean of the runs and their standard deviation.
struct CurvePoint {
  double at = 0;  ///< round or iteration
  Spread spread;

  /// Half the height of the band; one run has none.
  double half() const { return spread.n > 1 ? spread.std : 0; }
  double lower() const { return spread.mean - half(); }
  double upper() const { return spread.mean + half(); }
};

struct Curve {
  std::string name;
  std::string colour;  ///< as CSS has it
  std::vector<CurvePoint> points;
};

/// Points of the runs' values, by place.
std::vector<CurvePoint> curve_points(
    const std::map<std::uint32_t, std::vector<double>>& values);

/// Curves with their bands as a picture; those without points are left out.
/// @param x, y  names of the axes
std::string curves_text(const std::vector<Curve>& curves,
                        const std::string& title, const std::string& x,
                        const std::string& y);

}  // namespace fedltr
