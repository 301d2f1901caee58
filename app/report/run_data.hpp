#pragma once

#include <filesystem>
#include <initializer_list>
#include <map>
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
struct RunFiles {  // NOLINT(bugprone-exception-escape): Json's own move
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
};

/// Runs that a report covers.
struct ReportData {
  std::vector<RunFolder> runs;  ///< at least one, labelled
  std::vector<RunFiles> files;  ///< of each run
  std::vector<std::filesystem::path> grids;
  std::vector<std::string> varied;  ///< keys in which the runs differ

  const std::string& first_metric() const { return runs[0].metrics[0]; }
};

/// Reads run folders; a grid's folder means its points.
/// @throws UsageError  if none is given
/// @throws DataError   for a folder that is no run or grid, and for an invalid
///                     file in one
ReportData read_report_data(const std::vector<std::filesystem::path>& given);

/// Returns the member at a path; null if there is none.
const Json& json_at(const Json& json, std::initializer_list<const char*> path);
/// Returns the number at a path; NaN if there is none.
double number_at(const Json& json, std::initializer_list<const char*> path);
/// Returns the text at a path; empty if there is none.
std::string text_at(const Json& json, std::initializer_list<const char*> path);

}  // namespace fedltr
