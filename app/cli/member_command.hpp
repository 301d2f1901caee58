#pragma once

#include <iosfwd>

#include "app/cli/command.hpp"

namespace fedltr {

/// Runs `fedltr member`.
int member_command(const Arguments& arguments, std::ostream& out);

/// Runs `fedltr serve` of a scenario with [members].
/// @param command  parsed options of serve
int lead_members(const Command& command, std::ostream& out);

}  // namespace fedltr
