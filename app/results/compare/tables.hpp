#pragma once

#include <iosfwd>
#include <vector>

#include "app/results/compare/significance.hpp"

namespace fedltr {

/// At most 100 columns wide unless labels of runs are longer than 40.
void print_text(std::ostream& out, const std::vector<ComparisonTable>& tables);
void print_csv(std::ostream& out, const std::vector<ComparisonTable>& tables);
void print_json(std::ostream& out, const std::vector<ComparisonTable>& tables);
/// Prints a table environment with a caption that explains the marks, and the
/// best in bold; for all pairs, one row per pair.
void print_latex(std::ostream& out, const std::vector<ComparisonTable>& tables);

}  // namespace fedltr
