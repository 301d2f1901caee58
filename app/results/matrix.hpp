#pragma once

#include <string>
#include <vector>

#include "app/results/point_results.hpp"

namespace fedltr {

/// One cell of an attack x rule matrix: a point of a grid.
struct MatrixCell {
  std::string panel;   ///< settings that are neither of attack nor of rule
  std::string attack;  ///< row
  std::string rule;    ///< column
  AttackReport report;
};

/// The cells of a grid over attack.* keys; empty if it has none.
std::vector<MatrixCell> matrix_cells(const std::vector<PointResults>& points);

/// The attack under which a rule does worst, of all attacks in the matrix with
/// all their strengths.
struct WorstCase {
  std::string panel;
  std::string rule;
  std::string attack;
  Spread attacked;
  double honest = 0;  ///< without attack; NaN: not run
  double cost = 0;    ///< loss against the mean without attack; NaN: not run
};

/// Worst cases by panel, in order; in each panel, the rule with the best worst
/// case first. Empty without any attack.
std::vector<WorstCase> worst_cases(const std::vector<MatrixCell>& cells);

/// worst.csv: one row for each of them.
std::string worst_csv(const std::vector<WorstCase>& worst,
                      const std::string& metric);

/// Distinct values of a member, in order of occurrence.
std::vector<std::string> distinct(const std::vector<MatrixCell>& cells,
                                  std::string MatrixCell::*member);

/// matrix.csv: one row per cell.
std::string matrix_csv(const std::vector<MatrixCell>& cells,
                       const std::string& metric);

/// matrix.svg: one table per panel; a cell's colour shows its distance from the
/// panel's best.
std::string matrix_svg(const std::vector<MatrixCell>& cells,
                       const std::string& title, const std::string& metric);

}  // namespace fedltr
