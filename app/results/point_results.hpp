#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "algorithms/statistics/spread.hpp"
#include "app/results/attack_report.hpp"
#include "app/results/unlearning_report.hpp"
#include "app/schema/scenario.hpp"

namespace fedltr {

/// Keys of a grid with their values at one point, in the grid's order.
using PointSettings = std::vector<std::pair<std::string, std::string>>;

/// One point of a grid, for the files of the whole grid.
struct PointResults {
  std::string folder;  ///< below the grid's
  PointSettings settings;
  std::string cut_short;  ///< cut_short_text()
  std::vector<std::pair<std::string, Spread>> metrics;
  std::string signature;
  AttackReport attack;
  std::vector<UnlearningReport> unlearned;  ///< by request
  double claimed = 0;                       ///< epsilon of a release
  double accounted = 0;                ///< epsilon of a client over the run
  bool complete = true;                ///< see summary.json
  std::vector<NamedPoint> named = {};  ///< among the settings
};

/// Returns the name of a point's folder, unique in the grid: its settings, e.g.
/// `clicks.model=perfect`, or `point-N` if these are no valid name.
/// @param number  of the point, from 0
std::string point_folder(const PointSettings& settings, std::size_t number);
/// True if point_folder() could return the name.
bool is_point_folder(std::string_view name);

/// Folders of baselines, below the run folder of a study.
inline constexpr const char* kHonestFolder = "honest";
inline constexpr const char* kRetrainedFolder = "retrained";

}  // namespace fedltr
