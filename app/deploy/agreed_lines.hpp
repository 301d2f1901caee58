#pragma once

#include <string>
#include <utility>
#include <vector>

#include "actors/link/agreed_keys.hpp"
#include "app/schema/scenario.hpp"

namespace fedltr {

/// Lines of an agreement, by the names of their keys. A value is the rest of a
/// line in the file, so it has no line break: their text is unique to a list of
/// keys. Flags are lines without a '='.
using AgreedLines = std::vector<std::pair<std::string, std::string>>;

/// Adds a line for each key that decides what is sent or computed.
void add_keys(AgreedLines& lines, const Scenario& scenario);

link::Agreed agreed(const AgreedLines& lines);

}  // namespace fedltr
