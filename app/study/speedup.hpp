#pragma once

#include <iosfwd>

#include "app/schema/reader.hpp"
#include "app/study/study_options.hpp"

namespace fedltr {

/// Runs a scenario once with each number of threads of run.speedup, in folders
/// `threads=N`, and prints how much faster it gets; speedup.csv holds the same.
/// Strong scaling is the same work (Amdahl 1967), whose results have to agree;
/// weak scaling has as many clients for each thread (Gustafson 1988).
/// @return the process's exit code
int run_speedup(const ReadScenario& read, const RunOptions& options,
                std::ostream& out);

}  // namespace fedltr
