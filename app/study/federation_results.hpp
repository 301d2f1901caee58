#pragma once

#include <map>
#include <optional>
#include <vector>

#include "app/results/results.hpp"
#include "app/study/points.hpp"

namespace fedltr {

using FinishedRuns = std::vector<std::vector<FinishedRun>>;  ///< by point

/// Returns the runs of a point's attack-free baseline; empty if it has none.
const std::vector<FinishedRun>& honest_runs(const Point& point,
                                            const FinishedRuns& finished);

/// Writes the folder of a point that has results.
/// @return  its row, if it belongs to the grid
std::optional<PointResults> write_point(const std::vector<Point>& points,
                                        std::size_t index,
                                        const FinishedRuns& finished,
                                        const Timing& timing);

/// Points whose folders are written, with the results of write_point().
using WrittenPoints = std::map<std::size_t, std::optional<PointResults>>;

/// Writes the folders of all other points that have results.
/// @return  a row for each point of the grid with results
std::vector<PointResults> write_points(const std::vector<Point>& points,
                                       const FinishedRuns& finished,
                                       WrittenPoints written,
                                       const Timing& timing);

}  // namespace fedltr
