#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <vector>

#include "app/plan/build.hpp"
#include "app/schema/reader.hpp"
#include "app/study/checkpoint.hpp"

namespace fedltr {

/// A point of a grid of federations on its way to results.
struct Point {
  GridPoint described;
  std::shared_ptr<const LoadedData> data;
  std::filesystem::path folder;
  std::vector<Run> runs;
  std::shared_ptr<const CheckpointFolder> checkpoint = {};
  /// The point with everybody honest to compare an attack with; none: -1.
  std::ptrdiff_t honest = -1;
  /// By unlearning request: the point without who has left by then.
  std::vector<std::size_t> retrained = {};
  bool in_grid = true;  ///< otherwise it is there to be compared with only
};

/// Points to be run: those of the grid, then those to compare with.
std::vector<Point> describe_points(const ReadScenario& read,
                                   const std::filesystem::path& folder);

/// Reads the data of the points, each set once, and builds their runs.
/// @throws UsageError, DataError
void load_points(std::vector<Point>& points);

}  // namespace fedltr
