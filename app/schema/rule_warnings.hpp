#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/schema/scenario.hpp"

namespace fedltr {

/// Returns a line for each condition of the robust rule that the scenario
/// breaks, as `aggregation.condition = warn` allows, and a line if
/// `aggregation.malicious = auto` assumes fewer attackers than there are.
std::vector<std::string> rule_warnings(const Scenario& scenario);

/// Returns the number that `aggregation.malicious = auto` takes; empty if the
/// number is given, or changes nothing.
std::optional<std::uint32_t> number_by_auto(const Scenario& scenario);

}  // namespace fedltr
