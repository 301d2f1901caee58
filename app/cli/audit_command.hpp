#pragma once

#include <iosfwd>

#include "app/cli/command.hpp"

namespace fedltr {

/// `fedltr audit FILE`: attacks a scenario's search under its own settings, or,
/// of a federation, what its clients release; writes audit.json.
/// @return  the exit code
int audit_command(const Arguments& arguments, std::ostream& out);

}  // namespace fedltr
