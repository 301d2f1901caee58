#pragma once

#include <iosfwd>

#include "app/base/json.hpp"
#include "app/schema/scenario.hpp"

namespace fedltr {

/// Attacks the search of a scenario with a [silo] under its own settings and
/// others, and prints the success of each attack.
/// @return  the content of audit.json
/// @throws DataError   for a collection without a text to attack
/// @throws UsageError  for settings that do not fit the data
Json audit_search(std::ostream& text, const Scenario& scenario);

}  // namespace fedltr
