#pragma once

#include <iosfwd>

#include "app/cli/command.hpp"

namespace fedltr {

/// `fedltr status FILE`: prints the progress of the run, server or relay that
/// writes FILE (its --metrics-file).
/// @return  kDone, or kRunFailed if it failed or FILE is older than --stale
int status_command(const Arguments& arguments, std::ostream& out);

}  // namespace fedltr
