#pragma once

#include <iosfwd>

#include "app/cli/command.hpp"

namespace fedltr {

/// `fedltr rank`: scores queries by a model.
int rank_command(const Arguments& arguments, std::ostream& out);

}  // namespace fedltr
