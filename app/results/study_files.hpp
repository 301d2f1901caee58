#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "app/plan/silo_plans.hpp"
#include "app/results/output_file.hpp"
#include "app/results/point_results.hpp"

namespace fedltr {

/// Inputs of the files of a whole grid.
struct GridResults {
  std::string name;                         ///< of the study
  const std::vector<PointResults>& points;  ///< at least one
};
using GridFile = OutputFile<GridResults>;
const std::vector<GridFile>& grid_files();
GridFile grid_csv_file();
GridFile matrix_csv_file();
GridFile matrix_svg_file();
GridFile worst_csv_file();

/// The same for silos. Points without runs are left out.
using SiloPoints = std::vector<SiloPoint>;
using SiloGridFile = OutputFile<SiloPoints>;
const std::vector<SiloGridFile>& silo_grid_files();
SiloGridFile silo_grid_csv_file();
SiloGridFile silo_grid_timing_file();  ///< in search_timing_csv.cpp

/// Measurements with one number of threads.
struct SpeedupRow {
  std::size_t threads = 0;
  std::uint64_t members = 0;  ///< clients or parties
  double wall = 0;            ///< seconds
  double cpu = 0;             ///< seconds
  double rate = 0;            ///< work per second
  std::string signature;
};
/// Rate divided by that of the first number of threads.
double speedup_of(const SpeedupRow& row, const SpeedupRow& first);
/// Speed-up divided by the factor of threads.
double efficiency_of(const SpeedupRow& row, const SpeedupRow& first);

/// Words in the columns of speedup.csv that depend on the kind of study.
struct SpeedupUnits {
  std::string members = "clients";
  std::string work = "interactions";
};
struct SpeedupResults {
  const std::vector<SpeedupRow>& rows;  ///< at least one
  SpeedupUnits units;
};
using SpeedupFile = OutputFile<SpeedupResults>;
const std::vector<SpeedupFile>& speedup_files();
SpeedupFile speedup_csv_file();

/// Writes the files beside the folders by number of threads, in place of older
/// ones.
void write_speedup_results(const std::filesystem::path& folder,
                           const std::vector<SpeedupRow>& rows,
                           const SpeedupUnits& units = {});

/// Columns named by a grid's keys, for rows with `settings`.
/// @param keys  of the grid, in its order
template <class Row>
std::vector<Column<Row>> setting_columns(const std::vector<std::string>& keys) {
  std::vector<Column<Row>> columns;
  for (std::size_t k = 0; k < keys.size(); ++k)
    columns.push_back(
        {keys[k], "value of that key at this point",
         [k](const Row& row) { return row.settings()[k].second; }});
  return columns;
}
/// Columns with which grid.csv begins, for rows with `folder`, `settings` and
/// `cut_short`.
template <class Row>
std::vector<Column<Row>> point_columns(const std::vector<std::string>& keys,
                                       bool cut_short) {
  std::vector<Column<Row>> columns = {
      {"folder", "run folder of the point",
       [](const Row& row) { return Quoted{row.folder()}; }}};
  if (cut_short)
    columns.push_back({"cut_short",
                       "number of completed runs of an interrupted point; only "
                       "until all points are complete",
                       [](const Row& row) { return row.cut_short(); }});
  append(columns, setting_columns<Row>(keys));
  return columns;
}

/// Columns of mean and deviation of each metric, for rows with `spread`.
/// @param mean  meaning of the mean
/// @param runs  values of the deviation, in words
template <class Row>
std::vector<Column<Row>> spread_columns(const std::vector<std::string>& metrics,
                                        const std::string& mean,
                                        const std::string& runs) {
  std::vector<Column<Row>> columns;
  for (std::size_t m = 0; m < metrics.size(); ++m)
    append(columns, {{metrics[m], mean,
                      [m](const Row& row) { return row.spread(m).mean; }},
                     {metrics[m] + "_std",
                      "sample standard deviation over " + runs +
                          "s; nan for a single " + runs,
                      [m](const Row& row) { return row.spread(m).std; }}});
  return columns;
}

std::vector<std::string> keys_of(const PointSettings& settings);

}  // namespace fedltr
