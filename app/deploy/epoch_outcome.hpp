#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "actors/members/members_plan.hpp"
#include "app/deploy/members_agreement.hpp"

namespace fedltr {

/// A federation's epochs in its server's folder.
inline constexpr const char* kEpochsFile = "epochs.csv";

/// Returns the outcome of an epoch of members for epochs.csv: "opened",
/// "evaluated", a comparison with its interval, or why it is lost; with the
/// number of discarded sums and those who are left out.
/// @param state     after the epoch
/// @param names     of the agreement
/// @param compares  true if evaluations compare models by clicks
std::string epoch_outcome(const members::EpochRecord& record,
                          const members::LeadState& state,
                          const std::vector<std::string>& names, bool compares);

/// True if an outcome in epochs.csv is of an opened sum that was used.
bool is_opened(std::string_view outcome);

/// Logs the outcome of an epoch. @param state  after it
void log_epoch(const MembersAgreement& agreement,
               const members::EpochRecord& record,
               const members::LeadState& state);

}  // namespace fedltr
