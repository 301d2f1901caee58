#pragma once

#include <iosfwd>
#include <string>
#include <vector>

namespace fedltr {

/// Formats an error in the log's form, or in that of --format.
std::string error_line(const std::vector<std::string>& arguments, int code,
                       const std::string& what);

/// Runs a command line: results on `out`, one line per error on `err`.
/// @param arguments  without the program's name
/// @return           the exit code
int run_command_line(const std::vector<std::string>& arguments,
                     std::ostream& out, std::ostream& err);

}  // namespace fedltr
