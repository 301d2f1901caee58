#include "app/results/study_files.hpp"

namespace fedltr {

const std::vector<GridFile>& grid_files() {
  static const std::vector<GridFile> all = {grid_csv_file(), matrix_csv_file(),
                                            matrix_svg_file(), worst_csv_file(),
                                            grid_timing_file()};
  return all;
}

const std::vector<SpeedupFile>& speedup_files() {
  static const std::vector<SpeedupFile> all = {speedup_csv_file()};
  return all;
}

std::vector<std::string> keys_of(const PointSettings& settings) {
  std::vector<std::string> keys;
  for (const auto& [key, value] : settings) keys.push_back(key);
  return keys;
}

}  // namespace fedltr
