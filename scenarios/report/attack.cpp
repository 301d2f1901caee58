#include <algorithm>
#include <cmath>

#include <spdlog/fmt/fmt.h>

#include "algorithms/data/letor.hpp"
#include "scenarios/report/csv_rows.hpp"
#include "scenarios/report/sections.hpp"

namespace fedltr {
namespace {

constexpr std::size_t kMaxCells = std::size_t{1} << 16;

/// A grid's matrix.csv: by panel and rule the metric under each attack.
struct AttackMatrix {
  std::string metric;
  std::vector<std::string> panels, attacks, rules;  ///< as they come
  std::map<std::array<std::string, 3>, double> values;
  std::map<std::pair<std::string, std::string>, double> worst;  ///< panel, rule
};

void add_once(std::vector<std::string>& names, const std::string& name) {
  if (std::ranges::find(names, name) == names.end()) names.push_back(name);
}

AttackMatrix read_matrix(const std::filesystem::path& grid) {
  AttackMatrix matrix;
  CsvRows cells(grid / "matrix.csv");
  if (cells.names().size() < 4)
    throw DataError((grid / "matrix.csv").string() + ": is no matrix");
  matrix.metric = cells.names()[3];
  while (cells.next()) {
    const std::string& panel = cells.text("panel");
    add_once(matrix.panels, panel);
    add_once(matrix.attacks, cells.text("attack"));
    add_once(matrix.rules, cells.text("rule"));
    matrix.values[{panel, cells.text("attack"), cells.text("rule")}] =
        cells.number(matrix.metric);
    if (matrix.values.size() > kMaxCells)
      throw DataError((grid / "matrix.csv").string() + ": has too many cells");
  }
  if (!std::filesystem::exists(grid / "worst.csv")) return matrix;
  CsvRows worst(grid / "worst.csv");
  while (worst.next())
    matrix.worst[{worst.text("panel"), worst.text("rule")}] =
        worst.number(matrix.metric);
  return matrix;
}

/// The best and the least value of a panel.
std::pair<double, double> range_of(const AttackMatrix& matrix,
                                   const std::string& panel) {
  double best = -1e300;
  double least = 1e300;
  for (const auto& [place, value] : matrix.values)
    if (place[0] == panel && std::isfinite(value)) {
      best = std::max(best, value);
      least = std::min(least, value);
    }
  return {best, least};
}

ReportCell shaded(double value, const std::pair<double, double>& range) {
  ReportCell cell{metric_text(value)};
  if (!std::isfinite(value)) return cell;
  const double span = range.first - range.second;
  const double lost = span > 0 ? (range.first - value) / span : 0;
  cell.shade = static_cast<int>(std::lround(9 * std::clamp(lost, 0.0, 1.0)));
  return cell;
}

ReportRow matrix_row(const AttackMatrix& matrix, const std::string& panel,
                     const std::string& rule) {
  const auto range = range_of(matrix, panel);
  ReportRow row = {{rule}};
  for (const std::string& attack : matrix.attacks) {
    const auto found = matrix.values.find({panel, attack, rule});
    row.push_back(found == matrix.values.end() ? ReportCell{"-"}
                                               : shaded(found->second, range));
  }
  const auto worst = matrix.worst.find({panel, rule});
  row.push_back(worst == matrix.worst.end() ? ReportCell{"-"}
                                            : shaded(worst->second, range));
  row.back().strong = true;
  return row;
}

ReportTable matrix_table(const AttackMatrix& matrix, const std::string& panel) {
  ReportTable table{matrix.metric + " under attack", {"rule"}};
  if (!panel.empty()) table.title += "; " + panel;
  table.columns.insert(table.columns.end(), matrix.attacks.begin(),
                       matrix.attacks.end());
  table.columns.emplace_back("worst case");
  for (const std::string& rule : matrix.rules)
    table.rows.push_back(matrix_row(matrix, panel, rule));
  table.note =
      "A row a rule, a column an attack, mean over runs; the worst case is the "
      "least of all attacks. Darker: farther below the best of the table.";
  return table;
}

std::string worst_in_words(const AttackMatrix& matrix) {
  const auto best = std::ranges::max_element(
      matrix.worst, {}, [](const auto& each) { return each.second; });
  const auto& [panel, rule] = best->first;
  return fmt::format("The best worst case: {}{}, {} {:.4f}.", rule,
                     panel.empty() ? "" : " (" + panel + ")", matrix.metric,
                     best->second);
}

ReportTable attacks_table(const ReportData& data) {
  return table_of_runs(
      data, "What attacks cost",
      {"attackers", "honest baseline", "under attack", "lost",
       "attackers' updates rejected", "honest updates rejected"},
      [](const RunFolder& run, const RunFiles& files) -> ReportRow {
        const Json& attack = json_at(files.summary, {"attack"});
        if (!attack.is_object()) return {};
        const std::string& metric = run.metrics[0];
        return {{number_text(number_at(attack, {"attackers"}))},
                {metric_text(
                    number_at(attack, {"honest", metric.c_str(), "mean"}))},
                {metric_text(run.spreads.at(metric).mean)},
                {metric_text(number_at(attack, {"lost"}))},
                {metric_text(number_at(attack, {"rejected_attackers"}))},
                {metric_text(number_at(attack, {"rejected_honest"}))}};
      });
}

}  // namespace

ReportSection attack_section(const ReportData& data) {
  ReportSection section{"Attacks", {}};
  for (const auto& grid : data.grids) {
    if (!std::filesystem::exists(grid / "matrix.csv")) continue;
    const AttackMatrix matrix = read_matrix(grid);
    if (!matrix.worst.empty())
      section.blocks.emplace_back(Paragraph{worst_in_words(matrix), true});
    for (const std::string& panel : matrix.panels)
      section.blocks.emplace_back(matrix_table(matrix, panel));
  }
  ReportTable table = attacks_table(data);
  table.folded = !section.blocks.empty();
  table.note =
      "Rejected: fraction of updates to which the rule gave less than half of "
      "an equal weight.";
  if (!table.rows.empty()) section.blocks.emplace_back(std::move(table));
  return section;
}

}  // namespace fedltr
