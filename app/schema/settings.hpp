#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "app/schema/scenario.hpp"

namespace fedltr {

/// One `section.key = value` and where it stands.
struct Setting {
  std::string key;
  Value value;
  std::string where;
};

struct Settings {
  std::vector<Setting> plain;
  std::vector<Setting> grid;  ///< key without "grid."
  bool silo = false;          ///< whether there is a [silo]
  std::vector<std::string> renamed;
};

/// @throws UsageError  with the setting's place and value
[[noreturn]] void fail(const Setting& setting, const std::string& what);

/// The later setting of a key wins.
void put(std::vector<Setting>& settings, Setting setting);

/// @throws UsageError  naming the key that looks most like it
void check_known(const Setting& setting);

/// Checks a setting of a known key that may differ between points of a grid.
/// @throws UsageError
void check_in_grid(const Setting& setting);

/// Adds what a file and its includes set.
/// @throws UsageError
void read_file(const std::filesystem::path& file, Settings& all);

/// Adds settings as on the command line, section.key=value.
/// @param where  said of what is wrong
/// @throws UsageError
void add_command_line(const std::vector<std::string>& texts,
                      const std::string& where, Settings& all);

}  // namespace fedltr
