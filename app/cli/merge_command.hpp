#pragma once

#include <iosfwd>

#include "app/cli/command.hpp"

namespace fedltr {

/// `fedltr merge FILE [SHARD...]`: joins the shards of a study.
/// @return  the exit code
int merge_command(const Arguments& arguments, std::ostream& out);

}  // namespace fedltr
