#pragma once

#include <string>
#include <vector>

namespace fedltr {

/// Values of figure.x in place of a key.
inline constexpr const char* kByRound = "round";
inline constexpr const char* kByInteractions = "interactions";

/// Values of [figure]: the picture with which a report of the study begins.
struct FigureSettings {
  /// A key, kByRound, kByInteractions or kByUnlearning; empty: no figure.
  std::string x;
  std::string lines;  ///< key with a line for each value; empty: one line
  std::vector<std::string> panels;  ///< keys of rows and columns of panels
  std::string metric;               ///< empty: the first of evaluation.metrics
  std::string baseline;             ///< key=value of a line; empty: none
};

/// Values of [table]: the table with which a report of the study begins.
struct TableSettings {
  std::vector<std::string> rows;     ///< keys; empty: no table
  std::vector<std::string> columns;  ///< keys
  std::vector<std::string> metrics;  ///< empty: the first of evaluation.metrics
  std::string baseline;              ///< key=value of rows; empty: none
};

}  // namespace fedltr
