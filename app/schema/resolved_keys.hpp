#pragma once

#include <string>
#include <utility>
#include <vector>

#include "app/schema/scenario.hpp"

namespace fedltr {

/// Returns a scenario's keys and their texts, by section, without those of
/// methods that it did not choose.
std::vector<std::pair<std::string, std::string>> resolved_keys(
    const Scenario& scenario);

}  // namespace fedltr
