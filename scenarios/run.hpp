#pragma once

#include <iosfwd>

#include "actors/federation.hpp"
#include "scenarios/run_options.hpp"

namespace fedltr {

/// `fedltr run` and `serve`: the scenario, its results and a report on `out`.
/// @return the process's exit code
int run_scenario(const RunOptions& options, std::ostream& out);

}  // namespace fedltr
