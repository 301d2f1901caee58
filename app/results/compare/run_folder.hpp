#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "algorithms/statistics/spread.hpp"
#include "app/schema/scenario.hpp"

namespace fedltr {

/// The parts of a run folder that are compared.
struct RunFolder {
  using Run = std::pair<int, int>;  ///< fold and repeat

  std::filesystem::path folder;
  std::string label;      ///< short and unique, see label_runs()
  bool is_named = false;  ///< the user gave the label
  std::string data;       ///< digests of its data
  /// Keys and their values; of lists of named points, grid.LIST, the name.
  std::map<std::string, std::string> scenario;
  /// Keys that named points of the grid set, by the key of their list.
  std::map<std::string, std::set<std::string>> named_points;
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

/// Keys in which the runs differ, except those that decide no results. A key's
/// value in a run where it has no effect does not count, nor does a value that
/// follows from the names of the grid's points, or in all runs from other keys.
/// @param by  keys whose values head tables: of the others, those that vary
///            within a table
std::vector<std::string> varied_keys(const std::vector<RunFolder>& runs,
                                     const std::vector<std::string>& by = {});

/// Labels runs without a given label by the settings in which they differ, each
/// with the last part of its key, or all of it where two keys end alike; if
/// that is not enough, by the ends of their paths.
/// @param by  keys whose values head tables
void label_runs(std::vector<RunFolder>& runs,
                const std::vector<std::string>& by);

/// Returns the metric of validation queries that all runs have, by which one of
/// them is chosen: `validation_METRIC`; nullopt if there is none.
std::optional<std::string> validation_metric(
    const std::vector<RunFolder>& runs);

/// Gives the keys of an older run their present names.
void use_present_names(RunFolder& run);

/// Returns the value of a key, by its present or an old name; null if the run
/// has no such key.
const std::string* find_value(const RunFolder& run, const std::string& key);

/// Returns the same; an empty text if the run has no such key.
std::string value_of(const RunFolder& run, const std::string& key);

/// Returns a run's scenario, unchecked.
/// @throws std::exception  for keys of another version
Scenario scenario_of(const RunFolder& run);

/// True if a name is the run's label, or the end of its path.
bool is_called(const RunFolder& run, const std::string& name);

/// A setting by which runs are named.
struct NamedSetting {
  std::string key;
  std::string value;

  /// Reads `section.key=value`; nullopt for other texts.
  static std::optional<NamedSetting> read(const std::string& text);
  bool holds(const RunFolder& run) const;
};

}  // namespace fedltr
