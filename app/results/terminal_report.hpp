#pragma once

#include <filesystem>
#include <iosfwd>
#include <vector>

#include "app/results/results.hpp"

namespace fedltr {

/// Prints one line each on the study, its metrics, and the folder of results.
/// @param cut_short  cut_short_text() of the runs
void print_report(std::ostream& out, const Scenario& scenario,
                  const std::vector<FinishedRun>& runs,
                  const std::vector<FinishedRun>& honest,
                  const std::vector<UnlearningReport>& unlearned,
                  const std::string& cut_short, const Timing& timing,
                  const std::filesystem::path& folder);

/// The same for a grid: one line per point.
void print_grid_report(std::ostream& out, const Scenario& scenario,
                       const std::vector<PointResults>& points,
                       std::size_t runs, const Timing& timing,
                       const std::filesystem::path& folder);

}  // namespace fedltr
