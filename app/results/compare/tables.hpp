#pragma once

#include <iosfwd>
#include <vector>

#include "app/results/compare/significance.hpp"

namespace fedltr {

/// At most 100 columns wide unless labels of runs are longer than 40.
void print_text(std::ostream& out, const std::vector<ComparisonTable>& tables);
void print_csv(std::ostream& out, const std::vector<ComparisonTable>& tables);
void print_json(std::ostream& out, const std::vector<ComparisonTable>& tables);
/// A table environment with caption, marks explained and the best in bold; all
/// pairs, a row a pair.
void print_latex(std::ostream& out, const std::vector<ComparisonTable>& tables);

}  // namespace fedltr
