#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace fedltr {

/// Lists the folders to search for scenarios, nearest first: each `scenarios`
/// in the working directory and above it, in the source tree that the program
/// was built in, and share/fedltr/scenarios of an installation.
/// @param program  its executable
/// @return         those that exist
std::vector<std::filesystem::path> scenario_folders(
    const std::filesystem::path& working_directory,
    const std::filesystem::path& program);

/// Finds a scenario file: the path NAME or NAME.ini, or else the same in one of
/// the folders. `online/fpdgd` is scenarios/online/fpdgd.ini.
std::optional<std::filesystem::path> locate_scenario(
    const std::string& name, const std::vector<std::filesystem::path>& folders);

/// Lists up to three names of scenarios in the folders, the most similar first,
/// by their full name or by its last part.
std::vector<std::string> nearest_scenarios(
    const std::string& name, const std::vector<std::filesystem::path>& folders);

/// Full names of all scenarios that this process finds by name.
std::vector<std::string> scenario_names();

/// Finds a scenario for this process.
std::optional<std::filesystem::path> locate_scenario(const std::string& name);
/// @throws UsageError  naming the nearest ones, if there is none
std::filesystem::path find_scenario(const std::string& name);

}  // namespace fedltr
