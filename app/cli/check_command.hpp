#pragma once

#include <iosfwd>

#include "app/cli/command.hpp"

namespace fedltr {

/// `fedltr check FILE`: reads and validates a scenario, prints it resolved.
/// @return  the exit code
int check_command(const Arguments& arguments, std::ostream& out);

}  // namespace fedltr
