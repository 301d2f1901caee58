#pragma once

#include "app/report/run_data.hpp"

namespace fedltr {

/// Runs whose curves stand in one figure.
struct Panel {
  std::string title;  ///< settings that its runs share; may be empty
  std::vector<std::size_t> runs;   ///< places in the data, at most kMaxCurves
  std::vector<std::string> names;  ///< of each curve
};

/// Deals runs out to figures: all in one if they are few; else one for each
/// combination of the keys that vary but one, whose values are its curves.
std::vector<Panel> panels_of(const ReportData& data);

}  // namespace fedltr
