#pragma once

#include <vector>

#include "app/base/json_fwd.hpp"
#include "app/plan/build.hpp"
#include "app/results/output_file.hpp"

namespace fedltr {

/// Faults that secure aggregation tolerates, and its cost, over all runs, for
/// summary.json; null if it is off.
Json secure_json(const std::vector<Run>& runs);

/// Members of that part of summary.json.
std::vector<OutputField> secure_fields();

}  // namespace fedltr
