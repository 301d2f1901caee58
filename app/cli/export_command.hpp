#pragma once

#include <iosfwd>

#include "app/cli/command.hpp"

namespace fedltr {

/// `fedltr export`: writes a model as another system takes it.
int export_command(const Arguments& arguments, std::ostream& out);

}  // namespace fedltr
