#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/schema/scenario.hpp"

namespace fedltr {

/// Returns a line for each condition of the robust rule that the scenario
/// breaks, as `aggregation.condition = warn` allows, a line if
/// `aggregation.malicious = auto` assumes fewer attackers than there are, and a
/// line if drawn rounds are expected to have more attackers than the rule
/// withstands.
std::vector<std::string> rule_warnings(const Scenario& scenario);

/// Returns the number of malicious clients that the rule, or its
/// pre-aggregation, assumes; empty if they have no use for it.
std::optional<std::uint32_t> number_assumed(const Scenario& scenario);

/// Returns the same if `aggregation.malicious = auto` took it; empty if it is
/// given.
std::optional<std::uint32_t> number_by_auto(const Scenario& scenario);

}  // namespace fedltr
