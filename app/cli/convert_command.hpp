#pragma once

#include <iosfwd>

#include "app/cli/command.hpp"

namespace fedltr {

/// `fedltr data convert INPUT... --out FILE`.
int convert_command(const Arguments& arguments, std::ostream& out);

}  // namespace fedltr
