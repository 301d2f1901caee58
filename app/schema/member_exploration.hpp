#pragma once

#include <string>
#include <utility>
#include <vector>

#include "algorithms/members/exploration.hpp"
#include "app/schema/scenario.hpp"

namespace fedltr {

/// Values of members.exploration, by name.
const std::vector<std::pair<std::string, Exploration>>& explorations();

/// Returns a scenario's.
Exploration exploration_of(const Scenario& scenario);

}  // namespace fedltr
