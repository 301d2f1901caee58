#pragma once

#include <iosfwd>

#include "app/schema/reader.hpp"
#include "app/study/study_options.hpp"

namespace fedltr {

/// Runs a scenario once with each number of threads of run.speedup, in folders
/// `threads=N`, and prints the speed-up, which is also in speedup.csv. Strong
/// scaling repeats the same work (Amdahl 1967), and its results have to be
/// equal; weak scaling has a constant number of clients per thread (Gustafson
/// 1988).
/// @return the process's exit code
int run_speedup(const ReadScenario& read, const StudyOptions& options,
                std::ostream& out);

}  // namespace fedltr
