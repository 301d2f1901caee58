#pragma once

#include <cstdint>
#include <iosfwd>

#include "app/base/json.hpp"
#include "app/schema/scenario.hpp"

namespace fedltr {

/// Runs of either data set in `fedltr audit`, unless --trials says otherwise.
inline constexpr std::uint64_t kAuditTrials = 2000;

/// Attacks what a client of a federation releases over federation.rounds
/// rounds, as who knows everything but the noise: does it have its own clicks,
/// or those of users who want what is irrelevant? Prints three
/// figures of epsilon: as claimed, as accounted, and a lower bound.
/// @param trials  runs of either
/// @param show_progress  a bar on standard error, if that is a terminal
/// @return        what audit.json holds
/// @throws UsageError  for a scenario whose clients keep a part of the model,
/// or
///                     data of other than 2, 3 or 5 grades
Json audit_releases(std::ostream& out, const Scenario& scenario,
                    std::uint64_t trials, bool show_progress = false);

}  // namespace fedltr
