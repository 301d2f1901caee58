#pragma once

#include "app/plan/build.hpp"

namespace fedltr {

/// A run and what came of it.
struct FinishedRun {
  Run run;
  RunResult result;
};

}  // namespace fedltr
