#pragma once

#include "app/report/page.hpp"
#include "app/report/run_data.hpp"

namespace fedltr {

/// Returns the varied keys that make points of grids easier or harder, or their
/// metrics another measure: of users, data, attackers, faults, parties, seeds
/// and evaluation, and lists of named points that set one. The best of such
/// points answers no question. Empty if no run is of a grid.
std::vector<std::string> conditions_of(const ReportData& data);

/// Returns a table of what each key of a grid does to a metric: for each value,
/// the mean over its points, and the mean difference from the key's first value
/// over pairs of points that are equal in all other keys. Keys of a section
/// that vary together, as with `sign-flip factor=10`, are one. Leaves out
/// points that were cut short.
ReportTable effects_table(const ReportData& data, const std::string& metric);

}  // namespace fedltr
