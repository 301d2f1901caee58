#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "scenarios/build.hpp"
#include "scenarios/data_source.hpp"
#include "scenarios/scenario.hpp"

namespace fedltr {

using Json = nlohmann::ordered_json;

/// A run and what came of it.
struct FinishedRun {
  Run run;
  RunResult result;
};

/// Wall and processor time, and the most memory used so far.
struct Timing {
  double wall_seconds = 0;
  double cpu_seconds = 0;
  std::uint64_t peak_memory_bytes = 0;
  std::uint64_t interactions = 0;
  std::size_t threads = 0;
};

/// Mean, sample standard deviation and number of one metric over the runs.
struct Spread {
  double mean = 0;
  double std = 0;
  std::size_t n = 0;
};

/// Final metrics, by name, in the order of the columns of rounds.csv.
std::vector<std::pair<std::string, Spread>> summarize(
    const std::vector<FinishedRun>& runs);

/// SHA-256 over the bytes of the final parameters of all runs, in order.
std::string signature(const std::vector<FinishedRun>& runs);

/// Whether the folder holds results already.
bool has_results(const std::filesystem::path& folder);

/// Writes the run folder of one scenario (of one point of a grid): rounds.csv,
/// summary.json, manifest.json, the models, per_query.tsv, clients.csv and
/// timing.json. All but the last two are equal bit for bit between runs.
void write_results(const std::filesystem::path& folder,
                   const Scenario& scenario, const LoadedData& data,
                   const std::vector<FinishedRun>& runs, const Timing& timing);

/// grid.csv: a row a point, with its settings and final metrics.
struct PointResults {
  std::string folder;  ///< below the grid's
  std::vector<std::pair<std::string, std::string>> settings;
  std::vector<std::pair<std::string, Spread>> metrics;
  std::string signature;
};
std::string grid_csv(const std::vector<PointResults>& points);

/// Name of a point's folder: its settings, e.g. `clicks.model=perfect`.
std::string point_folder(
    const std::vector<std::pair<std::string, std::string>>& settings,
    std::size_t number);

}  // namespace fedltr
