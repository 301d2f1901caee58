#include "app/report/baseline_folders.hpp"

#include <exception>
#include <vector>

#include "app/plan/baseline_points.hpp"
#include "app/results/compare/run_reader.hpp"
#include "app/results/point_results.hpp"
#include "app/results/result_files.hpp"
#include "app/schema/named_points.hpp"
#include "app/schema/reader.hpp"

namespace fedltr {
namespace {

namespace fs = std::filesystem;

/// Returns the settings that determine a run's results, as far as its manifest
/// has them: not which clients are spared faults.
std::string key_of(GridPoint point) {
  Scenario& scenario = point.scenario;
  scenario.faults.spared = 0;
  scenario.retraining = 0;
  for (const char* picture : {"figure.", "table."}) reset(scenario, picture);
  return baseline_key(scenario);
}

/// Returns the scenario of a run folder's manifest.
Scenario scenario_below(const fs::path& folder) {
  const Json manifest = result_json(folder / "manifest.json");
  std::vector<std::string> settings;
  for (const auto& [key, value] : manifest.at("scenario").items())
    if (!is_points_key(key))
      settings.push_back(key + "=" + value.get<std::string>());
  return unchecked_scenario(settings);
}

/// Returns the folder of a baseline; an empty path without one.
fs::path found_in(const std::map<std::string, fs::path>& known,
                  const GridPoint& baseline) {
  const auto found = known.find(key_of(baseline));
  return found == known.end() ? fs::path() : found->second;
}

}  // namespace

const BaselineFinder::Known& BaselineFinder::below(const fs::path& folder) {
  const auto [place, is_new] = known_.try_emplace(folder);
  Known& known = place->second;
  const auto add = [&](const fs::path& each) {
    if (!fs::exists(each / "manifest.json")) return;
    const auto [found, is_first] =
        known.try_emplace(key_of({{}, scenario_below(each)}), each);
    if (!is_first) found->second.clear();  // manifests can't distinguish them
  };
  if (is_new && fs::is_directory(folder)) {
    add(folder);  // of a grid whose keys a baseline does not have
    for (const auto& entry : fs::directory_iterator(folder)) add(entry.path());
  }
  return known;
}

BaselineFolders BaselineFinder::of(const RunFolder& run) {
  // Neither `.` nor `point/` names its parent.
  const fs::path grid = fs::canonical(run.folder).parent_path();
  if (!is_grid_folder(grid))
    return {run.folder / kHonestFolder, run.folder / kRetrainedFolder};
  BaselineFolders found;
  try {
    const GridPoint point{{}, scenario_of(run)};
    if (wants_attack_free_baseline(point.scenario))
      found.honest =
          found_in(below(grid / kHonestFolder), attack_free_baseline(point));
    if (wants_retraining_baselines(point.scenario))
      found.retrained = found_in(below(grid / kRetrainedFolder),
                                 retraining_baselines(point).back());
  } catch (const std::exception&) {
    return {};  // of another version, whose keys may have other meanings
  }
  return found;
}

}  // namespace fedltr
