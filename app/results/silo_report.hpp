#pragma once

#include <filesystem>
#include <iosfwd>
#include <vector>

#include "app/plan/silo_plans.hpp"
#include "app/results/results.hpp"

namespace fedltr {

/// A table like ICDE's Table I, who gains and who loses by joining, what is
/// told, how well documents are found, how close sketched features come.
void print_silo_report(std::ostream& out, const SiloPoint& point,
                       const Timing& timing,
                       const std::filesystem::path& folder);

/// A line a point.
void print_silo_grid(std::ostream& out, const std::vector<SiloPoint>& points,
                     const Timing& timing, const std::filesystem::path& folder);

}  // namespace fedltr
