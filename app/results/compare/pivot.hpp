#pragma once

#include <string>
#include <vector>

#include "app/results/compare/significance.hpp"

namespace fedltr {

/// Comparisons by one metric in one group, as a table of labels and values.
struct Pivot {
  std::vector<const ComparisonTable*> tables;
  std::vector<std::string> labels;
  std::vector<std::string> columns;

  /// Returns null if there is no such run.
  const Comparison* find(const std::string& label,
                         const std::string& column) const;
};

/// Returns the tables by metric and group, in their order. Refer to `tables`.
std::vector<Pivot> pivots_of(const std::vector<ComparisonTable>& tables);

}  // namespace fedltr
