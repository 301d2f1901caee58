#pragma once

#include <iosfwd>

#include "app/cli/command.hpp"

// Commands of a federation on several machines; each returns the process's exit
// code.
namespace fedltr {

int serve_command(const Arguments& arguments, std::ostream& out);
int node_command(const Arguments& arguments, std::ostream& out);
int ca_command(Arguments arguments, std::ostream& out);

}  // namespace fedltr
