#pragma once

#include <vector>

#include "app/base/json.hpp"
#include "app/plan/build.hpp"
#include "app/results/output_file.hpp"
#include "app/schema/members_settings.hpp"

namespace fedltr {

/// Compares, for each member of a rehearsal, rankers on its own held-out
/// queries: untrained, by its rows alone, joined; means over the runs. Null for
/// other studies.
Json members_json(const std::vector<Run>& runs,
                  const MembersSettings& settings);

/// Returns the last metric over all members' held-out queries; null without
/// masked evaluations.
Json held_out_json(const std::string& metric,
                   const std::vector<HeldOutPoint>& curve);
/// Returns that of a study, means over its runs.
Json held_out_json(const std::vector<Run>& runs);

/// True if clicks compare models in a rehearsal, so that its masked evaluations
/// are comparisons.
bool compares(const Run& run);
/// Returns the last comparison by clicks, and how many models were withdrawn;
/// null without comparisons.
Json compared_json(const std::vector<HeldOutPoint>& points);
/// Returns that of a study's first run.
Json compared_json(const std::vector<Run>& runs);

std::vector<OutputField> members_fields();

}  // namespace fedltr
