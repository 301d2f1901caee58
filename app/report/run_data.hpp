#pragma once

#include <cstdint>
#include <filesystem>
#include <initializer_list>
#include <map>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "app/base/json.hpp"
#include "app/report/page.hpp"
#include "app/results/compare/run_folder.hpp"

namespace fedltr {

/// Curves of a run folder: mean and standard deviation over its runs by round.
using CurvesByColumn = std::map<std::string, std::vector<CurvePoint>>;

/// Data of a run folder for a report, beyond those compared. Missing files
/// leave their member empty.
struct ReportFiles {  // NOLINT(bugprone-exception-escape): Json's own move
  Json summary;
  Json manifest;
  Json timing;
  Json unlearning;
  CurvesByColumn curves;                 ///< columns of rounds.csv
  CurvesByColumn honest;                 ///< of the attack-free baseline
  CurvesByColumn retrained;              ///< of the retraining baseline
  std::map<std::string, double> totals;  ///< last rows, summed over the runs
  CurvesByColumn methods;                ///< of a silo: first metric by method
  std::vector<double> own;  ///< metric of each client, ascending; finite
  /// Metrics of silos of at most eight parties, by method and party, in the
  /// order of RunFolder::metrics; mean over repeats.
  std::map<std::string, std::map<std::uint32_t, std::vector<double>>> parties;
  std::map<std::string, double> search;  ///< columns of a silo's timing.csv
};

/// Parts of run folders to read.
enum class ReportDepth : std::uint8_t {
  kBrief,  ///< what the terminal shows: of curves their first point, and no
           ///< values by query or client
  kAll
};

/// Runs that a report covers.
struct ReportData {
  std::vector<RunFolder> runs;     ///< at least one, labelled
  std::vector<ReportFiles> files;  ///< of each run
  std::vector<std::filesystem::path> grids;
  std::vector<std::string> varied;  ///< keys in which the runs differ
  /// Those of a run that are parameters of methods which it did not choose.
  std::map<std::filesystem::path, std::set<std::string>> unused;
  ReportDepth depth = ReportDepth::kAll;
  bool is_grid = false;  ///< the runs are the points of one grid

  /// Returns an empty text if the first run has no metric with a value.
  std::string first_metric() const {
    return runs[0].metrics.empty() ? "" : runs[0].metrics[0];
  }
};

/// Reads run folders; a grid's folder means its points.
/// @throws UsageError  if none is given
/// @throws DataError   for a folder that is no run or grid, and for an invalid
///                     file in one; with kAll also for a run without metric
ReportData read_report_data(const std::vector<std::filesystem::path>& given,
                            ReportDepth depth = ReportDepth::kAll);

/// Returns the member at a path; null if there is none.
const Json& json_at(const Json& json, std::span<const char* const> path);
inline const Json& json_at(const Json& json,
                           std::initializer_list<const char*> path) {
  return json_at(json, std::span(path.begin(), path.size()));
}

/// True for what json_at() returns if there is no member.
bool is_absent(const Json& json);
/// Returns NaN unless it is a number.
double number_of(const Json& json);
/// Returns the number at a path; NaN if there is none.
double number_at(const Json& json, std::initializer_list<const char*> path);
/// Returns the text at a path; empty if there is none.
std::string text_at(const Json& json, std::initializer_list<const char*> path);

}  // namespace fedltr
