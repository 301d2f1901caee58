#pragma once

#include "app/report/page.hpp"
#include "app/report/run_data.hpp"

namespace fedltr {

/// Returns the keys of a grid that make its points easier or harder: of users,
/// data, attackers and faults, and lists of named points. The best of such
/// points answers no question. Empty for runs that are not one grid.
std::vector<std::string> conditions_of(const ReportData& data);

/// Returns a table of what each key of a grid does to a metric: for each value,
/// the mean over its points, and the mean difference from the key's first value
/// over pairs of points that are equal in all other keys.
ReportTable effects_table(const ReportData& data, const std::string& metric);

}  // namespace fedltr
