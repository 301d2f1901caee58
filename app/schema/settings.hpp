#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "app/schema/scenario.hpp"

namespace fedltr {

/// One `section.key = value` and its place.
struct Setting {
  std::string key;
  Value value;
  std::string where;
};

struct Settings {
  std::vector<Setting> plain;
  std::vector<Setting> grid;  ///< key without "grid."
  bool silo = false;          ///< true if there is a [silo]
  bool members = false;       ///< true if there is a [members]
  /// Scenario::question of the file.
  std::string question = {};
  /// Keys that a later setting took out of the grid.
  std::vector<std::string> out_of_grid = {};
  std::vector<std::string> renamed;
  std::shared_ptr<const OwnMethods> own = nullptr;  ///< null: none
};

/// @throws UsageError  with the setting's place and value
[[noreturn]] void fail(const Setting& setting, const std::string& what);

/// Returns the source of a setting: its file, or the command line.
std::string source_of(const Setting& setting);

/// Sets a value; the later setting of a key wins. One by an old name that keys
/// share replaces those of all these keys; one of these keys leaves it for the
/// others.
void put(std::vector<Setting>& settings, Setting setting);

/// @throws UsageError  naming the nearest key
void check_known(const Setting& setting);

/// Checks a setting of a known key that may differ between points of a grid.
/// @throws UsageError
void check_in_grid(const Setting& setting);

/// Adds the settings of a file and its includes.
/// @throws UsageError
void read_file(const std::filesystem::path& file, Settings& all);

/// Adds settings of the command line, section.key=value.
/// @param where  source of the settings, for error messages
/// @throws UsageError
void add_command_line(const std::vector<std::string>& texts,
                      const std::string& where, Settings& all);

}  // namespace fedltr
