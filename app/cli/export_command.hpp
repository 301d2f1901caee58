#pragma once

#include <iosfwd>

#include "app/cli/command.hpp"

namespace fedltr {

/// `fedltr export`: writes a model in the form that another system reads.
int export_command(const Arguments& arguments, std::ostream& out);

}  // namespace fedltr
