#pragma once

#include <string>
#include <vector>

#include "actors/members/members_plan.hpp"

namespace fedltr {

/// Returns the outcome of an epoch of members for epochs.csv: "opened",
/// "evaluated", a comparison with its interval, or why it is lost; with the
/// number of discarded sums and those who are left out.
/// @param state     after the epoch
/// @param names     of the agreement
/// @param compares  true if evaluations compare models by clicks
std::string epoch_outcome(const members::EpochRecord& record,
                          const members::LeadState& state,
                          const std::vector<std::string>& names, bool compares);

}  // namespace fedltr
