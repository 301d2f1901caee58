#pragma once

#include <iosfwd>

#include "app/cli/command.hpp"

namespace fedltr {

/// `fedltr list [KIND]`, `fedltr list keys [SECTION|KEY]`.
/// @return  the exit code
int list_command(const Arguments& arguments, std::ostream& out);

}  // namespace fedltr
