#pragma once

#include "app/plan/silo_plans.hpp"
#include "app/study/stream/study_stream.hpp"

namespace fedltr {

/// Returns the number of iterations of a repeat, which count as its rounds.
std::uint64_t silo_rounds(const SiloPoint& point);

/// Returns the members of a line about a finished repeat: metrics by method,
/// the mean over parties as in summary.json.
Json silo_end_json(const SiloPoint& point, const SiloRun& run);

/// Returns a point with results for the last line.
StreamedEnd silo_end(const SiloPoint& point, const std::string& name);

}  // namespace fedltr
