#pragma once

#include <iosfwd>

#include "app/cli/command.hpp"

namespace fedltr {

/// `fedltr status FILE`: how a run, server or relay gets on, by the file that
/// its --metrics-file keeps.
/// @return  kDone, or kRunFailed where it does not get on
int status_command(const Arguments& arguments, std::ostream& out);

}  // namespace fedltr
