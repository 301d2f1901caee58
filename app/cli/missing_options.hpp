#pragma once

#include "algorithms/data/missing.hpp"
#include "app/cli/command.hpp"

namespace fedltr {

/// Adds --missing and --missing-as.
void add_missing_options(Command& command);

/// Returns their values. @throws UsageError
MissingValues missing_options(const Command& command);

}  // namespace fedltr
