#include "app/results/results.hpp"

#include "app/results/silo_files.hpp"
#include "app/results/silo_results.hpp"
#include "app/results/study_files.hpp"

namespace fedltr {
namespace {

/// Replaces a folder's older results by the files of a list.
template <class Results>
void replace_results(const std::filesystem::path& folder,
                     const std::vector<OutputFile<Results>>& files,
                     const Results& results) {
  StagedResults staged(folder);
  write_files(files, results, staged.adder());
  staged.commit();
}

}  // namespace

void write_results(const std::filesystem::path& folder,
                   const Scenario& scenario, const LoadedData& data,
                   const std::vector<FinishedRun>& runs,
                   const std::vector<FinishedRun>& honest,
                   const std::vector<UnlearningReport>& unlearned,
                   std::size_t planned, const Timing& timing) {
  replace_results(folder, federation_files(),
                  {scenario, data, runs, honest, unlearned, planned, timing});
}

void write_grid_results(const std::filesystem::path& folder,
                        const std::string& name,
                        const std::vector<PointResults>& points) {
  replace_results(folder, grid_files(), {name, points});
}

void write_silo_results(const std::filesystem::path& folder,
                        const SiloPoint& point, const Timing& timing) {
  replace_results(folder, silo_files(), {point, timing});
}

void write_silo_grid_results(const std::filesystem::path& folder,
                             const std::vector<SiloPoint>& points) {
  replace_results(folder, silo_grid_files(), points);
}

void write_speedup_results(const std::filesystem::path& folder,
                           const std::vector<SpeedupRow>& rows,
                           const SpeedupUnits& units) {
  replace_results(folder, speedup_files(), {rows, units});
}

}  // namespace fedltr
