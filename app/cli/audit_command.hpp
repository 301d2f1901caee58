#pragma once

#include <iosfwd>

#include "app/cli/command.hpp"

namespace fedltr {

/// `fedltr audit FILE`: attacks a scenario's search under its own settings, or
/// a federation's messages from clients; writes audit.json.
/// @return  the exit code
int audit_command(const Arguments& arguments, std::ostream& out);

}  // namespace fedltr
