#pragma once

#include <iosfwd>
#include <vector>

#include "app/results/compare/significance.hpp"

namespace fedltr {

/// At most 100 columns wide unless labels of runs are longer than 40.
void print_text(std::ostream& out, const std::vector<ComparisonTable>& tables);
void print_csv(std::ostream& out, const std::vector<ComparisonTable>& tables);
void print_json(std::ostream& out, const std::vector<ComparisonTable>& tables);
/// Prints one table per metric and group of means and marks: a row for each
/// label, a column for each value of a key.
/// @param key  of ComparisonTable::column
void print_columns(std::ostream& out,
                   const std::vector<ComparisonTable>& tables,
                   const std::string& key);
/// Prints a table environment with a caption that explains the marks, and the
/// best in bold; for all pairs, one row per pair.
/// @param key  as of print_columns(); empty: a column for each metric
void print_latex(std::ostream& out, const std::vector<ComparisonTable>& tables,
                 const std::string& key = "");

}  // namespace fedltr
