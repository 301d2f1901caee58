#pragma once

#include <string>
#include <vector>

#include "app/results/output_file.hpp"
#include "app/results/point_results.hpp"

namespace fedltr {

/// Inputs of the files of a whole grid.
struct GridResults {
  std::string name;                         ///< of the study
  const std::vector<PointResults>& points;  ///< rows of grid.csv, at least one
};
using GridFile = OutputFile<GridResults>;
const std::vector<GridFile>& grid_files();
GridFile grid_csv_file();
std::string grid_csv(const std::vector<PointResults>& rows);
GridFile matrix_csv_file();
GridFile matrix_svg_file();
GridFile worst_csv_file();
GridFile grid_timing_file();  ///< in search_timing_csv.cpp

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

using GridColumns = std::vector<Column<PointResults>>;
/// Columns named by a grid's keys.
/// @param keys  of the grid, in its order
GridColumns setting_columns(const std::vector<std::string>& keys);
Column<PointResults> folder_column();

std::vector<std::string> keys_of(const PointSettings& settings);

}  // namespace fedltr
