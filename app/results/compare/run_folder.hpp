#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "algorithms/statistics/spread.hpp"

namespace fedltr {

/// The parts of a run folder that are compared.
struct RunFolder {
  using Run = std::pair<int, int>;  ///< fold and repeat

  std::filesystem::path folder;
  std::string label;  ///< short and unique, see label_runs()
  std::string data;   ///< digests of its data
  std::map<std::string, std::string> scenario;
  std::map<Run, int> rounds;
  bool complete = true;
  std::string signature;
  std::vector<std::string> metrics;
  std::map<std::string, Spread> spreads;
  std::map<std::string, std::map<Run, double>> by_run;
  /// Values by query and run, of metrics that have them. If judged on training
  /// sets, a query is in three of five folds and is one query by its name; a
  /// query of a test set belongs to its fold, FOLD/qid.
  std::map<std::string, std::map<std::string, std::map<Run, double>>> by_query;
};

/// Keys in which the runs differ, except those that decide no results.
std::vector<std::string> varied_keys(const std::vector<RunFolder>& runs);

/// Labels runs by the settings in which they differ, shortened to the last part
/// of their keys if that is enough, else by the ends of their paths.
/// @param by  key whose values head tables; empty if there is none
void label_runs(std::vector<RunFolder>& runs, const std::string& by);

/// True if a name selects the run: a setting (`section.key=value`), a label, or
/// the end of a path.
bool is_meant(const RunFolder& run, const std::string& name);

}  // namespace fedltr
