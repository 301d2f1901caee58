#pragma once

#include <iosfwd>
#include <string>
#include <vector>

namespace fedltr {

/// What is told of an error: in the log's form, or that of --format.
std::string error_line(const std::vector<std::string>& arguments, int code,
                       const std::string& what);

/// The command line: results on `out`, one line a fault on `err`.
/// @param arguments  without the program's name
/// @return           the exit code
int run_command_line(const std::vector<std::string>& arguments,
                     std::ostream& out, std::ostream& err);

}  // namespace fedltr
