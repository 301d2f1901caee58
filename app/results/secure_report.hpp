#pragma once

#include <string>
#include <vector>

#include "app/base/json_fwd.hpp"
#include "app/results/finished_run.hpp"
#include "app/results/output_file.hpp"

namespace fedltr {

/// Line of the report: what secure aggregation stands and what it cost, over
/// all runs. @note  where it is on
std::string secure_text(const std::vector<FinishedRun>& runs);

/// The same for summary.json; null where it is off.
Json secure_json(const std::vector<FinishedRun>& runs);

/// What that part of summary.json holds.
std::vector<OutputField> secure_fields();

}  // namespace fedltr
