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
using CurvesByColumn = std::map<std::string, std::vector<FigurePoint>>;

/// What a report takes from a run folder beside what is compared. Files that
/// are not there leave their member empty.
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
  std::vector<double> own;  ///< each client's metric, ascending; finite
};

/// What a report is about.
struct ReportData {
  std::vector<RunFolder> runs;  ///< at least one, labelled
  std::vector<RunFiles> files;  ///< of each run
  std::vector<std::filesystem::path> grids;
  std::vector<std::string> varied;  ///< keys in which the runs differ

  const std::string& first_metric() const { return runs[0].metrics[0]; }
};

/// Reads run folders; a grid's folder stands for its points.
/// @throws UsageError  if none is named
/// @throws DataError   for what is no folder of a run or a grid, and for a file
///                     of it that can't be what it is named
ReportData read_report_data(const std::vector<std::filesystem::path>& given);

/// The member at a path; null where there is none.
const Json& json_at(const Json& json, std::initializer_list<const char*> path);
/// The number there; NaN where there is none.
double number_at(const Json& json, std::initializer_list<const char*> path);
/// The text there; empty where there is none.
std::string text_at(const Json& json, std::initializer_list<const char*> path);

/// Numbers for people: four decimals, "-" for NaN, "unbounded" for infinity.
std::string metric_text(double value);
/// The same with a sign.
std::string difference_text(double value);
/// Counts with commas, other numbers with four digits.
std::string number_text(double value);
/// "p < .0001" or "p = .0123".
std::string p_value_text(double p);

}  // namespace fedltr
