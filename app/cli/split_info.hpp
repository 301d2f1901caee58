#pragma once

#include <filesystem>
#include <iosfwd>
#include <optional>
#include <string>
#include <vector>

namespace fedltr {

/// `fedltr data info --split`: shows the share of each client of a scenario, in
/// the first repeat of each fold, and which of them can learn nothing.
/// @param csv  file for the same, one row per fold and client
void print_split(std::ostream& out, const std::filesystem::path& scenario,
                 const std::vector<std::string>& settings,
                 const std::optional<std::filesystem::path>& csv);

}  // namespace fedltr
