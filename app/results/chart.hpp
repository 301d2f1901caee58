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
  Axis(double least, double most) : Axis(least, most, 0) {}
  /// Interval of the finite values; from 0 to 1 if there are none.
  static Axis around(const std::vector<double>& values);
  /// Interval of positions: if all are integers, so are the lines.
  static Axis across(const std::vector<double>& positions);
  /// Interval of places 0, 1, ... that have names. @param names  at least one
  static Axis named(std::vector<std::string> names);

  /// 0 at the beginning, 1 at the end.
  double share(double value) const { return (value - from_) / (to_ - from_); }
  /// Values with a line of the grid, ascending.
  std::vector<double> lines() const;
  /// Number at a line.
  std::string label(double line) const;

 private:
  /// @param step  minimum between lines
  Axis(double least, double most, double step);

  double from_ = 0;
  double to_ = 1;
  double step_ = 1;
  std::vector<std::string> names_ = {};
};

/// A point on a curve: the mean of the runs and its band.
struct CurvePoint {
  double at = 0;
  double other = 0;  ///< position in another unit, if there is one
  double mean = 0;
  double low = 0;
  double high = 0;
};

/// Look of a line.
struct Stroke {
  std::string colour;       ///< in CSS
  std::string dashes = {};  ///< lengths of dashes and gaps; empty: solid
};

/// Places and sizes of a chart's parts, in pixels from the upper left corner.
struct ChartLayout {
  int width;
  int height;
  double left, right, top, base;  ///< ends of the grid
  double title;                   ///< baseline of the title
  int title_size;
  double below;   ///< from the base to the baseline of labels
  double beside;  ///< from labels to the left end
  double x_name;  ///< from the base to the baseline of the axis's name
  double y_name;  ///< baseline of the other axis's name, which is rotated
};

/// Layout of pictures in run folders; the legend is above the grid.
inline constexpr ChartLayout kPictureLayout = {
    .width = 720,
    .height = 560,
    .left = 70,
    .right = 700,
    .top = 64,
    .base = 504,
    .title = 22,
    .title_size = 14,
    .below = 18,
    .beside = 8,
    .x_name = 42,
    .y_name = 18,
};

/// A picture with two axes, a grid and a title.
class Chart {
 public:
  using Points = std::vector<std::pair<double, double>>;

  Chart(const std::string& title, const Axis& across, const Axis& up,
        const ChartLayout& layout = kPictureLayout);

  void name_axes(const std::string& x, const std::string& y);
  /// Draws from `low` to `high`; nothing if they are equal everywhere.
  /// @param opacity  0 to 1, in CSS
  void draw_band(const std::vector<CurvePoint>& points,
                 const std::string& colour, const std::string& opacity);
  /// Draws a line through the means.
  void draw_curve(const std::vector<CurvePoint>& points, const Stroke& stroke);
  /// @param path  in pixels
  void draw_line(const Points& path, const Stroke& stroke);
  /// Adds an entry to a legend of one line, for kPictureLayout.
  /// @param colour  in CSS
  void legend(const std::string& name, const std::string& colour);

  double x_of(double value) const;
  double y_of(double value) const;
  /// Returns an SVG path through points, in pixels.
  std::string path(const Points& points) const;
  Svg& svg() { return svg_; }

  /// Closes the picture and returns its text.
  std::string take() { return svg_.take(); }

 private:
  void draw_grid();
  void draw_grid_line(double x1, double y1, double x2, double y2);

  ChartLayout layout_;
  Svg svg_;
  Axis across_;
  Axis up_;
  double legend_end_;
};

}  // namespace fedltr
