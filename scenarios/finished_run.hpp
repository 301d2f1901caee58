#pragma once

#include <nlohmann/json.hpp>

#include "scenarios/build.hpp"

namespace fedltr {

using Json = nlohmann::ordered_json;

/// A run and what came of it.
struct FinishedRun {
  Run run;
  RunResult result;
};

/// Mean, sample standard deviation and number of one metric over the runs.
struct Spread {
  double mean = 0;
  double std = 0;
  std::size_t n = 0;
};

}  // namespace fedltr
