#pragma once

#include <iosfwd>

#include "app/cli/command.hpp"

namespace fedltr {

/// `fedltr merge FILE [SHARD...]`: one study out of its shards.
/// @return  the exit code
int merge_command(const Arguments& arguments, std::ostream& out);

}  // namespace fedltr
