#pragma once

#include <filesystem>
#include <iosfwd>
#include <vector>

#include "app/plan/silo_plans.hpp"
#include "app/results/results.hpp"

namespace fedltr {

/// Prints a table like ICDE's Table I, the parties that gain or lose by
/// joining, the privacy cost, the success of retrieval, and the accuracy of
/// sketched features.
void print_silo_report(std::ostream& out, const SiloPoint& point,
                       const Timing& timing,
                       const std::filesystem::path& folder);

/// Prints one line per point.
void print_silo_grid(std::ostream& out, const std::vector<SiloPoint>& points,
                     const Timing& timing, const std::filesystem::path& folder);

}  // namespace fedltr
