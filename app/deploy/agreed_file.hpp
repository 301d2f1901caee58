#pragma once

#include <filesystem>
#include <string>

namespace fedltr {

/// Adds to `agreed.csv` that a member takes part now: `time` in UTC,
/// `agreement`, `version` of this program, `by`.
/// @param digest  of the agreement
/// @param by      "--yes" or "typing yes"
void add_agreed(const std::filesystem::path& folder, const std::string& digest,
                const std::string& by);

}  // namespace fedltr
