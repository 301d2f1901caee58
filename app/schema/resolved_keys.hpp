#pragma once

#include <string>
#include <utility>
#include <vector>

#include "app/schema/scenario.hpp"

namespace fedltr {

/// Keys of a scenario with their texts, by section: all but those of methods
/// that it did not choose.
std::vector<std::pair<std::string, std::string>> resolved_keys(
    const Scenario& scenario);

}  // namespace fedltr
