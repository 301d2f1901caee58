#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <vector>

#include "app/plan/build.hpp"
#include "app/schema/reader.hpp"

namespace fedltr {

/// A point of a grid of federations, from its description to its runs.
struct Point {
  GridPoint described;
  std::shared_ptr<const LoadedData> data;
  std::filesystem::path folder;
  std::vector<Run> runs;    ///< after the study those with results
  std::size_t planned = 0;  ///< number of runs without interruption
  /// Index of the attack-free baseline; -1 if there is none.
  std::ptrdiff_t honest = -1;
  /// By unlearning request: the retraining baseline, without the clients that
  /// have left by then.
  std::vector<std::size_t> retrained = {};
  bool in_grid = true;  ///< false: only for comparison
};

/// Returns the points to run: those of the grid, then their baselines.
std::vector<Point> describe_points(const ReadScenario& read,
                                   const std::filesystem::path& folder);

/// Loads the data of the points, each set once, and builds their runs.
/// @throws UsageError, DataError
void load_points(std::vector<Point>& points);

}  // namespace fedltr
