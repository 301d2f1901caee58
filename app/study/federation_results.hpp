#pragma once

#include <vector>

#include "app/results/federation_files.hpp"
#include "app/results/point_results.hpp"
#include "app/study/points.hpp"

namespace fedltr {

using FinishedRuns = std::vector<std::vector<FinishedRun>>;  ///< by point

/// Returns the runs of a point's attack-free baseline; empty if it has none.
const std::vector<FinishedRun>& honest_runs(const Point& point,
                                            const FinishedRuns& finished);

/// Writes the folder of a point that has results.
/// @return  its row, if it belongs to the grid
std::vector<PointResults> write_point(const std::vector<Point>& points,
                                      std::size_t index,
                                      const FinishedRuns& finished,
                                      const Timing& timing);

}  // namespace fedltr
