#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "app/results/attack_report.hpp"
#include "app/results/federation_files.hpp"
#include "app/results/point_results.hpp"
#include "app/results/registry.hpp"
#include "app/results/staged_results.hpp"
#include "app/results/summary.hpp"

namespace fedltr {

/// Writes the run folder of one scenario (or of one point of a grid): the files
/// of federation_files(), in place of older results.
/// @param honest   the runs with all clients honest; may be empty
/// @param planned  number of runs without interruption
void write_results(const std::filesystem::path& folder,
                   const Scenario& scenario, const LoadedData& data,
                   const std::vector<FinishedRun>& runs,
                   const std::vector<FinishedRun>& honest,
                   const std::vector<UnlearningReport>& unlearned,
                   std::size_t planned, const Timing& timing);

/// Writes the files of the whole grid: those of grid_files().
void write_grid_results(const std::filesystem::path& folder,
                        const std::string& name,
                        const std::vector<PointResults>& points);

/// grid.csv: one row per point, with its settings and final metrics.
std::string grid_csv(const std::vector<PointResults>& points);

}  // namespace fedltr
