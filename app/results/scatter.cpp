#include "app/results/scatter.hpp"

#include "app/results/chart.hpp"

namespace fedltr {
namespace {

/// Axis around one coordinate of all points.
Axis axis_of(const std::vector<ScatterSeries>& series, Index column) {
  std::vector<double> values;
  for (const ScatterSeries& each : series)
    for (Index i = 0; i < each.points.rows(); ++i)
      values.push_back(each.points(i, column));
  return Axis::around(values);
}

}  // namespace

std::string scatter_svg(const std::vector<ScatterSeries>& series,
                        const std::string& title, const std::string& x,
                        const std::string& y) {
  Chart chart(title, axis_of(series, 0), axis_of(series, 1));
  for (const ScatterSeries& each : series) {
    for (Index i = 0; i < each.points.rows(); ++i)
      chart.svg().add("circle", {{"cx", chart.x_of(each.points(i, 0))},
                                 {"cy", chart.y_of(each.points(i, 1))},
                                 {"r", 2.6},
                                 {"fill", each.colour},
                                 {"fill-opacity", 0.5}});
    chart.legend(each.name, each.colour);
  }
  chart.name_axes(x, y);
  return chart.take();
}

}  // namespace fedltr
