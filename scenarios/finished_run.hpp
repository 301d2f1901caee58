#pragma once

#include "scenarios/build.hpp"
#include "scenarios/json.hpp"

namespace fedltr {

/// A run and what came of it.
struct FinishedRun {
  Run run;
  RunResult result;
};

}  // namespace fedltr
