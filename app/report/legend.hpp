#pragma once

#include <string>
#include <vector>

#include "app/report/page.hpp"
#include "app/results/chart.hpp"

namespace fedltr {

/// Returns the look of a line: more lines than colours repeat them with other
/// dashes.
inline Stroke line_stroke(std::size_t line) {
  Stroke stroke{curve_colour(line)};
  for (const int length : curve_dashes(line + line / kMaxCurves))
    stroke.dashes +=
        (stroke.dashes.empty() ? "" : " ") + std::to_string(length);
  return stroke;
}

/// Returns the place of each line's entry; long entries are stacked.
inline Chart::Points legend_places(const std::vector<std::string>& lines,
                                   double left, double right, double top) {
  constexpr double kLine = 19;
  constexpr double kCharacter = 6.6;  // approximate width in 12 px sans-serif
  Chart::Points places;
  double x = left;
  double y = top;
  for (const std::string& line : lines) {
    const double width = 50 + kCharacter * static_cast<double>(line.size());
    if (x > left && x + width > right) {
      x = left;
      y += kLine;
    }
    places.emplace_back(x, y);
    x += width;
  }
  return places;
}

}  // namespace fedltr
