#pragma once

#include "app/plan/build.hpp"

namespace fedltr {

/// A run and its result.
struct FinishedRun {
  Run run;
  RunResult result;
};

}  // namespace fedltr
