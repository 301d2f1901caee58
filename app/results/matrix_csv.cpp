#include <algorithm>
#include <cmath>

#include "app/base/text.hpp"
#include "app/results/matrix.hpp"
#include "app/results/study_files.hpp"
#include "app/schema/named_points.hpp"

namespace fedltr {
namespace {

std::vector<Column<MatrixCell>> matrix_columns(const std::string& metric) {
  const auto report = [](auto value) {
    return [value](const MatrixCell& cell) {
      return CsvValue(value(cell.report));
    };
  };
  using Report = const AttackReport&;
  return {
      {"panel", "settings of neither the attack nor the rule",
       [](const MatrixCell& cell) { return Quoted{cell.panel}; }},
      {"attack", "settings of the attack",
       [](const MatrixCell& cell) { return cell.attack; }},
      {"rule", "settings of the rule",
       [](const MatrixCell& cell) { return cell.rule; }},
      {metric, "first metric under attack, mean over runs",
       report([](Report r) { return r.attacked.mean; })},
      {metric + "_std",
       "its sample standard deviation over runs; nan for a single run",
       report([](Report r) { return r.attacked.std; })},
      {"honest", "first metric with all clients honest, mean over runs",
       report([](Report r) {
         return r.honest.n > 0 ? r.honest.mean : std::nan("");
       })},
      {"lost", "`honest` minus the metric under attack",
       report([](Report r) { return r.lost(); })},
      {"rejected_attackers",
       "fraction of the attackers' updates to which the rule gave less than "
       "half of an equal weight; nan: none was weighed",
       report([](Report r) { return r.rejected_attackers; })},
      {"rejected_honest", "the same fraction of honest clients' updates",
       report([](Report r) { return r.rejected_honest; })},
  };
}

bool has_cells(const GridResults& results) {
  return !matrix_cells(results.points).empty();
}

/// True if a setting of the grid is of a section, or names points that set keys
/// of this section only.
bool is_of(const std::string& section, const std::string& key,
           const PointResults& point) {
  if (key.starts_with(section)) return true;
  const auto named = std::ranges::find(point.named, key, &NamedPoint::key);
  return named != point.named.end() && !named->sets.empty() &&
         std::ranges::all_of(named->sets, [&](const std::string& set) {
           return set.starts_with(section);
         });
}

constexpr const char* kWhen = "with keys of `[attack]` in the grid";

}  // namespace

std::vector<MatrixCell> matrix_cells(const std::vector<PointResults>& points) {
  std::vector<MatrixCell> cells;
  for (const PointResults& point : points) {
    MatrixCell cell;
    std::vector<std::string> panel;
    std::vector<std::string> attack;
    std::vector<std::string> rule;
    bool any = false;
    for (const auto& [key, value] : point.settings) {
      if (is_of("attack.", key, point)) {
        any = true;
        const bool plain = key == "attack.kind" || key == "attack.clients" ||
                           is_points_key(key);
        attack.push_back(plain ? value : key.substr(7) + "=" + value);
      } else if (is_of("aggregation.", key, point)) {
        rule.push_back(key == "aggregation.rule" || is_points_key(key)
                           ? value
                           : key.substr(12) + "=" + value);
      } else {
        panel.push_back(key + " = " + value);
      }
    }
    if (!any || !point.attack) return {};
    cells.push_back({join(panel, ", "), join(attack, " "),
                     rule.empty() ? point.attack->rule : join(rule, " "),
                     *point.attack});
  }
  return cells;
}

std::vector<std::string> distinct(const std::vector<MatrixCell>& cells,
                                  std::string MatrixCell::*member) {
  std::vector<std::string> names;
  for (const MatrixCell& cell : cells)
    if (!std::ranges::count(names, cell.*member)) names.push_back(cell.*member);
  return names;
}

std::string matrix_csv(const std::vector<MatrixCell>& cells,
                       const std::string& metric) {
  CsvTable<MatrixCell> table(matrix_columns(metric));
  for (const MatrixCell& cell : cells) table.add(cell);
  return table.take();
}

GridFile matrix_csv_file() {
  return single_file<GridResults>(
      {"matrix.csv", "Attack by rule: a row per point.", kWhen,
       fields_of(matrix_columns("METRIC"))},
      [](const GridResults& results) {
        return matrix_csv(matrix_cells(results.points),
                          results.points[0].metrics[0].first);
      },
      has_cells);
}

GridFile matrix_svg_file() {
  return single_file<GridResults>(
      {"matrix.svg",
       "Picture of `matrix.csv`: a table per panel, darker the farther below "
       "the panel's best; the last row is the worst case of each rule.",
       kWhen,
       {}},
      [](const GridResults& results) {
        return matrix_svg(matrix_cells(results.points), results.name,
                          results.points[0].metrics[0].first);
      },
      has_cells);
}

}  // namespace fedltr
