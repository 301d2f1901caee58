#pragma once

#include <ostream>

#include "app/cli/command.hpp"

namespace fedltr {

/// `fedltr relay`
int relay_command(const Arguments& arguments, std::ostream& out);
/// `fedltr party`
int party_command(const Arguments& arguments, std::ostream& out);

}  // namespace fedltr
