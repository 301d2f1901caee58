#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "app/schema/scenario.hpp"

namespace fedltr {

struct Settings;

/// A point of the grid: a scenario and what sets it apart.
struct GridPoint {
  std::vector<std::pair<std::string, std::string>> settings;  ///< key, value
  Scenario scenario;
};

/// What a scenario file says: one point, or the product of its [grid].
struct ReadScenario {
  std::vector<std::string> grid_keys;
  std::vector<GridPoint> points;
  /// A line each for keys that were given by an old name.
  std::vector<std::string> renamed;
  std::filesystem::path file;
  /// As they were read, for with_settings().
  std::shared_ptr<const Settings> settings = {};
};

/// Reads a scenario file and what it includes, then the command line's
/// `section.key=value` settings, which win.
///
/// Paths are relative to the file that holds them; those of settings to the
/// working directory. The folder of results is the working directory's
/// runs/NAME unless run.out says otherwise.
///
/// @throws UsageError  "FILE:LINE: section.key = value: what is wrong, what is
///                     allowed"
ReadScenario read_scenario(const std::filesystem::path& file,
                           const std::vector<std::string>& settings);

/// The same with more settings, without reading the file again: it may have
/// changed meanwhile.
/// @param read  by read_scenario()
/// @throws UsageError  likewise
ReadScenario with_settings(const ReadScenario& read,
                           const std::vector<std::string>& settings);

/// The defaults with these settings, without a file.
/// @param where  what messages say the settings come from
/// @throws UsageError
Scenario default_scenario(const std::vector<std::string>& settings,
                          const std::string& where = "--set");

/// The same, whatever does not go together.
Scenario unchecked_scenario(const std::vector<std::string>& settings,
                            const std::string& where = "--set");

/// A scenario as an INI file with every key but those of methods that it did
/// not choose. What would not read back is a comment: a value with '#', and at
/// a point of a grid what has no effect there.
std::string print_scenario(const Scenario& scenario);

}  // namespace fedltr
