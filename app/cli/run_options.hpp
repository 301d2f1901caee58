#pragma once

#include "app/cli/command.hpp"
#include "app/study/study_options.hpp"

namespace fedltr {

/// Adds the options common to `fedltr run` and `serve`, except --threads.
void add_run_options(Command& command);
/// Collects the values of these options, and of --threads.
/// @throws UsageError
StudyOptions run_options(const Command& command);

}  // namespace fedltr
