#pragma once

#include <filesystem>
#include <iosfwd>
#include <optional>
#include <string>
#include <vector>

namespace fedltr {

/// `fedltr data info --split`: show what each client of a scenario gets, in the
/// first repeat of each fold, and which of them can learn nothing.
/// @param csv  also written there, a row a fold and client
void print_split(std::ostream& out, const std::filesystem::path& scenario,
                 const std::vector<std::string>& settings,
                 const std::optional<std::filesystem::path>& csv);

}  // namespace fedltr
