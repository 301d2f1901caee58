#pragma once

#include <cstdint>
#include <filesystem>
#include <ostream>
#include <string>

#include "app/deploy/own_limits.hpp"

namespace fedltr {

/// Returns a date and a time of day to the minute.
/// @param seconds  Unix time
std::string time_text(std::int64_t seconds);

/// Returns the seconds of a search session between two renewals of budgets:
/// often enough for a period, at most once an hour; 0 without a period.
std::uint32_t renewal_of(std::uint64_t period);

/// Prints how much of the budget of its documents a party has spent by a time,
/// in the period if there is one, when the first of it is renewed, and its own
/// limits.
/// @param now  Unix time
/// @throws DataError  for a file that is no ledger, or was changed
void print_spending(std::ostream& out, const std::filesystem::path& ledger,
                    const Agreement& agreement, const SiloProtocol& protocol,
                    const OwnLimits& limits, std::int64_t now);

}  // namespace fedltr
