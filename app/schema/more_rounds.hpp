#pragma once

#include <optional>
#include <string>

#include "app/schema/scenario.hpp"

namespace fedltr {

/// Returns why a finished run of the scenario can't continue with more rounds:
/// the key that ties what has happened to the number of rounds; nullopt if it
/// can.
std::optional<std::string> fixed_rounds(const Scenario& scenario);

}  // namespace fedltr
