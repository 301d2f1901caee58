#pragma once

#include "app/report/run_data.hpp"

namespace fedltr {

/// Runs whose curves share one figure.
struct Panel {
  std::string title;              ///< settings common to its runs; may be empty
  std::vector<std::size_t> runs;  ///< indices in the data, at most kMaxCurves
  std::vector<std::string> names;  ///< of each curve
};

/// Distributes runs over figures: all in one if they are few, otherwise one for
/// each combination of the varying keys except one, whose values are its
/// curves.
std::vector<Panel> panels_of(const ReportData& data);

}  // namespace fedltr
