#pragma once

#include <filesystem>
#include <iosfwd>
#include <optional>

#include "scenarios/schema/reader.hpp"

namespace fedltr {

/// `fedltr audit`: attacks a scenario's search with its own settings, prints
/// what succeeds, and writes audit.json.
/// @param out      the folder of audit.json instead of run.out
/// @param as_json  prints what audit.json holds instead of a text
/// @throws UsageError  for a scenario without [silo] or with a grid
void run_audit(std::ostream& stream, const ReadScenario& read,
               const std::optional<std::filesystem::path>& out,
               bool as_json = false);

}  // namespace fedltr
