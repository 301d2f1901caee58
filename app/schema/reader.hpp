#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "app/schema/scenario.hpp"

namespace fedltr {

struct Settings;

/// A point of the grid: its scenario and the settings that distinguish it.
struct GridPoint {
  std::vector<std::pair<std::string, std::string>> settings;  ///< key, value
  Scenario scenario;
};

/// Contents of a scenario file: one point, or the product of its [grid].
struct ReadScenario {
  std::vector<std::string> grid_keys;
  std::vector<GridPoint> points;
  /// One line per key that was given by an old name.
  std::vector<std::string> renamed;
  std::filesystem::path file;
  /// The settings as read, for with_settings().
  std::shared_ptr<const Settings> settings = {};
};

/// Reads a scenario file and what it includes, then the command line's
/// `section.key=value` settings, which win.
///
/// Paths are relative to the file that holds them; those of settings to the
/// working directory. The folder of results is the working directory's
/// runs/NAME unless run.out is set.
///
/// @param own  methods in place of those that the scenario names; null: none
/// @throws UsageError  "FILE:LINE: section.key = value: what is wrong, what is
///                     allowed"
ReadScenario read_scenario(const std::filesystem::path& file,
                           const std::vector<std::string>& settings,
                           std::shared_ptr<const OwnMethods> own = nullptr);

/// Applies more settings without reading the file again, since it may have
/// changed.
/// @param read  by read_scenario()
/// @throws UsageError  as read_scenario()
ReadScenario with_settings(const ReadScenario& read,
                           const std::vector<std::string>& settings);

/// Returns the defaults with these settings, without a file.
/// @param where  source of the settings, for error messages
/// @throws UsageError
Scenario default_scenario(const std::vector<std::string>& settings,
                          const std::string& where = "--set");

/// Returns the same without checking for conflicts.
Scenario unchecked_scenario(const std::vector<std::string>& settings,
                            const std::string& where = "--set");

/// Formats a scenario as an INI file with all keys except those of methods that
/// it did not choose. A line that could not be read back is a comment: a value
/// with '#', or a key without effect at this point of a grid.
std::string print_scenario(const Scenario& scenario);

}  // namespace fedltr
