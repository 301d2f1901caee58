#pragma once

#include <iosfwd>

#include "app/cli/command.hpp"

namespace fedltr {

/// `fedltr run FILE`.
/// @return  the exit code
int run_command(const Arguments& arguments, std::ostream& out);

}  // namespace fedltr
