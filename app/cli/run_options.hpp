#pragma once

#include "app/cli/command.hpp"
#include "app/study/study_options.hpp"

namespace fedltr {

/// Adds what `fedltr run` and `serve` have in common, but for --threads.
void add_run_options(Command& command);
/// Collects what was given of these, and --threads.
/// @throws UsageError
RunOptions run_options(const Command& command);

}  // namespace fedltr
