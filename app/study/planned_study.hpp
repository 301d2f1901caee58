#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "app/results/point_results.hpp"

namespace fedltr {

/// A point of a study, or one of its baselines.
struct PlannedPoint {
  std::string name;  ///< folder below the study's; empty for the study itself
  PointSettings settings = {};
  bool baseline = false;              ///< only for comparison
  std::filesystem::path folder = {};  ///< with its results
};

/// A run of a study.
struct PlannedRun {
  std::size_t folder = 0;  ///< index of its point, and of its run folder
  int fold = 1;
  std::uint32_t repeat = 1;
  std::uint64_t rounds = 0;               ///< number without interruption
  std::string point = {};                 ///< name of its point
  std::vector<std::string> metrics = {};  ///< of its records
};

/// A study before it runs.
struct PlannedStudy {
  std::string name;
  std::filesystem::path folder = {};  ///< of the results
  std::vector<PlannedPoint> points = {};
  std::vector<PlannedRun> runs = {};  ///< by number
};

/// Results of a point in brief.
struct PointEnd {
  std::string name;
  bool complete = false;
  std::string signature;
};

}  // namespace fedltr
