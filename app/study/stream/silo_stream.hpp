#pragma once

#include "app/plan/silo_plans.hpp"
#include "app/study/stream/study_stream.hpp"

namespace fedltr {

/// Iterations of a repeat, which stand for its rounds.
std::uint64_t silo_rounds(const SiloPoint& point);

/// Members of a line about a repeat that has ended: metrics by method, the mean
/// over parties as in summary.json.
Json silo_end_json(const SiloPoint& point, const SiloRun& run);

/// A point that has results, as the last line has it.
StreamedEnd silo_end(const SiloPoint& point, const std::string& name);

}  // namespace fedltr
