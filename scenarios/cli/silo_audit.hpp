#pragma once

#include <filesystem>
#include <iosfwd>
#include <optional>

#include "scenarios/cli/release_audit.hpp"
#include "scenarios/schema/reader.hpp"

namespace fedltr {

/// `fedltr audit`: attacks a scenario's search with its own settings, or, of a
/// federation, what its clients release; prints what succeeds, and writes
/// audit.json.
/// @param out      the folder of audit.json instead of run.out
/// @param trials   of a federation; see audit_releases()
/// @param as_json  prints what audit.json holds instead of a text
/// @throws UsageError  for a scenario with a grid
void run_audit(std::ostream& stream, const ReadScenario& read,
               const std::optional<std::filesystem::path>& out,
               std::uint64_t trials = kAuditTrials, bool as_json = false);

}  // namespace fedltr
