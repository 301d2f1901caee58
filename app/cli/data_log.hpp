#pragma once

#include <iosfwd>

#include "app/cli/command.hpp"

namespace fedltr {

/// `fedltr data log SCENARIO --out FILE`: writes the log that a scenario with
/// logging.sessions simulates, as a table for data.log.
int data_log_command(const Arguments& arguments, std::ostream& out);

}  // namespace fedltr
