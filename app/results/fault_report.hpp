#pragma once

#include <vector>

#include "app/base/json_fwd.hpp"
#include "app/plan/build.hpp"
#include "app/results/output_file.hpp"

namespace fedltr {

/// True if faults are simulated, or a round was not used.
bool has_faults(const std::vector<Run>& runs);

/// Counts for summary.json, summed over all runs; null without faults.
Json faults_json(const std::vector<Run>& runs);

/// Members of that part of summary.json.
std::vector<OutputField> faults_fields();

}  // namespace fedltr
