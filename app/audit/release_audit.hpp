#pragma once

#include <cstdint>
#include <iosfwd>

#include "app/base/json.hpp"
#include "app/schema/scenario.hpp"

namespace fedltr {

/// Runs of either data set in `fedltr audit`, the default of --trials.
inline constexpr std::uint64_t kAuditTrials = 2000;

/// Attacks what a client of a federation releases over federation.rounds
/// rounds, as an attacker who knows everything but the noise: does the client
/// have its own clicks, or those of users who want irrelevant documents? Prints
/// three figures of epsilon: as claimed, as accounted, and a lower bound.
/// @param trials  runs of either data set
/// @param show_progress  true for a bar on standard error, if that is a
///                       terminal
/// @return        the content of audit.json
/// @throws UsageError  for a scenario whose clients keep part of the model,
///                     or data of other than 2, 3 or 5 grades
Json audit_releases(std::ostream& out, const Scenario& scenario,
                    std::uint64_t trials, bool show_progress = false);

}  // namespace fedltr
