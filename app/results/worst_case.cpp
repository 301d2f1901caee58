// The worst case of a rule: its metric under its strongest attack.
#include <algorithm>
#include <cmath>

#include "app/results/matrix.hpp"
#include "app/results/study_files.hpp"

namespace fedltr {
namespace {

bool is_attacked(const MatrixCell& cell) {
  return cell.report.attackers > 0;
}

/// The metric of a cell's rule without attack; NaN if it was not run.
double honest_of(const MatrixCell& cell) {
  if (!is_attacked(cell)) return cell.report.attacked.mean;
  return cell.report.honest.n > 0 ? cell.report.honest.mean : std::nan("");
}

/// The first available metric without attack among some cells; NaN if none.
template <class Wanted>
double first_honest(const std::vector<MatrixCell>& cells,
                    const Wanted& wanted) {
  for (const MatrixCell& cell : cells)
    if (wanted(cell) && !std::isnan(honest_of(cell))) return honest_of(cell);
  return std::nan("");
}

WorstCase worst_of(const std::vector<MatrixCell>& cells,
                   const std::string& panel, const std::string& rule) {
  const auto is_of = [&](const MatrixCell& cell) {
    return cell.panel == panel && cell.rule == rule;
  };
  const MatrixCell* least = nullptr;
  for (const MatrixCell& cell : cells)
    if (is_of(cell) && is_attacked(cell) &&
        (!least || cell.report.attacked.mean < least->report.attacked.mean))
      least = &cell;
  WorstCase worst{panel, rule, "", {}, 0, 0};
  if (!least) return worst;
  worst.attack = least->attack;
  worst.attacked = least->report.attacked;
  // Under the same assumptions, if it was run.
  worst.honest = honest_of(*least);
  if (std::isnan(worst.honest)) worst.honest = first_honest(cells, is_of);
  worst.cost = first_honest(cells,
                            [&](const MatrixCell& cell) {
                              return cell.panel == panel && !cell.report.robust;
                            }) -
               worst.honest;
  return worst;
}

std::vector<Column<WorstCase>> worst_columns(const std::string& metric) {
  using Worst = const WorstCase&;
  return {
      {"panel", "as in `matrix.csv`",
       [](Worst worst) { return Quoted{worst.panel}; }},
      {"rule", "settings of the rule", [](Worst worst) { return worst.rule; }},
      {"honest", "first metric without attack, mean over runs",
       [](Worst worst) { return worst.honest; }},
      {"cost",
       "difference by which this is below plain averaging without attack",
       [](Worst worst) { return worst.cost; }},
      {"attack", "settings of the attack with the rule's worst result",
       [](Worst worst) { return worst.attack; }},
      {metric, "first metric under this attack, mean over runs",
       [](Worst worst) { return worst.attacked.mean; }},
      {metric + "_std",
       "its sample standard deviation over runs; nan for a single run",
       [](Worst worst) { return worst.attacked.std; }},
  };
}

}  // namespace

std::vector<WorstCase> worst_cases(const std::vector<MatrixCell>& cells) {
  std::vector<WorstCase> all;
  if (std::ranges::none_of(cells, is_attacked)) return all;
  for (const std::string& panel : distinct(cells, &MatrixCell::panel)) {
    const auto first = static_cast<std::ptrdiff_t>(all.size());
    for (const std::string& rule : distinct(cells, &MatrixCell::rule))
      all.push_back(worst_of(cells, panel, rule));
    std::erase_if(all, [](const auto& worst) { return worst.attack.empty(); });
    std::stable_sort(all.begin() + first, all.end(),
                     [](const auto& a, const auto& b) {
                       return a.attacked.mean > b.attacked.mean;
                     });
  }
  return all;
}

std::string worst_csv(const std::vector<WorstCase>& worst,
                      const std::string& metric) {
  CsvTable<WorstCase> table(worst_columns(metric));
  for (const WorstCase& each : worst) table.add(each);
  return table.take();
}

GridFile worst_csv_file() {
  return single_file<GridResults>(
      {"worst.csv",
       "Worst case of each rule: a row per rule with the attack, of all in "
       "`matrix.csv` with all their strengths, that hurts it most; the best "
       "rule first.",
       "with attackers in a grid over keys of `[attack]`",
       fields_of(worst_columns("METRIC"))},
      [](const GridResults& results) {
        return worst_csv(worst_cases(matrix_cells(results.points)),
                         results.points[0].metrics[0].first);
      },
      [](const GridResults& results) {
        return !worst_cases(matrix_cells(results.points)).empty();
      });
}

}  // namespace fedltr
