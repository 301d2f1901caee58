#pragma once

#include <iosfwd>

#include "app/cli/command.hpp"

namespace fedltr {

/// `fedltr report`.
int report_command(const Arguments& arguments, std::ostream& out);

}  // namespace fedltr
