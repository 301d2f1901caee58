#pragma once

#include <string>
#include <utility>
#include <vector>

#include "app/base/svg.hpp"

namespace fedltr {

/// Interval that an axis shows: a little more than the values, from one line of
/// its grid to another; steps are 1, 2 or 5 times a power of ten.
class Axis {
 public:
  Axis() = default;
  Axis(double least, double most);
  /// Interval of the finite values; from 0 to 1 if there are none.
  static Axis around(const std::vector<double>& values);

  /// 0 at the beginning, 1 at the end.
  double share(double value) const { return (value - from_) / (to_ - from_); }
  /// Values with a line of the grid, ascending.
  std::vector<double> lines() const;
  /// Number at a line.
  std::string label(double line) const;

 private:
  double from_ = 0;
  double to_ = 1;
  double step_ = 1;
};

/// A picture with two axes, a grid, a title and a legend.
class Chart {
 public:
  /// @param x, y  names of the axes
  Chart(const std::string& title, std::string x, std::string y,
        const Axis& across, const Axis& up);

  /// Adds an entry to the legend, which takes one line.
  /// @param colour  in CSS
  void legend(const std::string& name, const std::string& colour);
  double x_of(double value) const;
  double y_of(double value) const;
  /// SVG path through points, in pixels.
  std::string path(const std::vector<std::pair<double, double>>& points) const;
  Svg& svg() { return svg_; }

  /// Closes the picture and returns its text.
  std::string take();

 private:
  void grid();
  void line(double x1, double y1, double x2, double y2);

  Svg svg_;
  std::string x_;
  std::string y_;
  Axis across_;
  Axis up_;
  double legend_end_;
};

}  // namespace fedltr
