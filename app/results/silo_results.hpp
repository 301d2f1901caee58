#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "app/plan/silo_plans.hpp"
#include "app/results/results.hpp"
#include "app/results/silo_summary.hpp"

namespace fedltr {

/// Writes the run folder of one point: the files of silo_files(), in place of
/// older results.
void write_silo_results(const std::filesystem::path& folder,
                        const SiloPoint& point, const Timing& timing);

/// Writes the files of the whole grid: those of silo_grid_files().
void write_silo_grid_results(const std::filesystem::path& folder,
                             const std::vector<SiloPoint>& points);

/// grid.csv: one row per point and method.
std::string silo_grid_csv(const std::vector<SiloPoint>& points);

}  // namespace fedltr
