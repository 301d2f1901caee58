#pragma once

#include <string>
#include <vector>

#include "app/plan/build.hpp"
#include "app/results/output_file.hpp"

namespace fedltr {

struct RoundRow {
  const Run& run;
  const RoundRecord& record;
  bool is_kept = false;  ///< its model is the result, the best one
};

using RoundColumns = std::vector<Column<RoundRow>>;

/// Columns of rounds.csv, all of them numbers.
/// @param metrics  names of the offline metrics
RoundColumns round_columns(const std::vector<std::string>& metrics);

}  // namespace fedltr
