#pragma once

#include <iosfwd>

#include "app/cli/command.hpp"

namespace fedltr {

/// `fedltr compare`.
int compare_command(const Arguments& arguments, std::ostream& out);

}  // namespace fedltr
