#include <algorithm>
#include <cmath>
#include <iterator>

#include <spdlog/fmt/fmt.h>

#include "algorithms/data/letor.hpp"
#include "app/report/sections.hpp"
#include "app/results/result_files.hpp"

namespace fedltr {
namespace {

/// Maximum number of cells of all tables, including empty ones.
constexpr std::size_t kMaxCells = std::size_t{1} << 16;

/// A grid's matrix.csv: the metric under each attack by panel and rule.
struct AttackMatrix {
  std::string metric;
  std::vector<std::string> panels, attacks, rules;  ///< in order of occurrence
  std::map<std::array<std::string, 3>, double> values;
  std::map<std::pair<std::string, std::string>, double> worst;  ///< panel, rule
  std::vector<ReportRow>
      worst_rows;  ///< of worst_table(), with the panel first
};

void add_once(std::vector<std::string>& names, const std::string& name) {
  if (std::ranges::find(names, name) == names.end()) names.push_back(name);
}

ReportRow worst_row(const CsvRows& worst, const std::string& metric) {
  const auto number = [&](const std::string& column) {
    return worst.has(column) ? worst.number(column) : std::nan("");
  };
  const double std = number(metric + "_std");
  return {{worst.text("panel")},
          {worst.text("rule")},
          {spread_text({number(metric), std, std::isnan(std) ? 1U : 2U})},
          {worst.has("attack") ? worst.text("attack") : "-"},
          {metric_text(number("honest"))},
          {difference_text(0 - number("cost"))}};
}

AttackMatrix read_matrix(const std::filesystem::path& grid) {
  AttackMatrix matrix;
  CsvRows cells = result_rows(grid / "matrix.csv");
  if (cells.names().size() < 4)
    throw DataError((grid / "matrix.csv").string() + ": is not a matrix");
  matrix.metric = cells.names()[3];
  while (cells.next()) {
    const std::string& panel = cells.text("panel");
    add_once(matrix.panels, panel);
    add_once(matrix.attacks, cells.text("attack"));
    add_once(matrix.rules, cells.text("rule"));
    matrix.values[{panel, cells.text("attack"), cells.text("rule")}] =
        cells.number(matrix.metric);
    if (matrix.panels.size() * matrix.attacks.size() * matrix.rules.size() >
        kMaxCells)
      throw DataError((grid / "matrix.csv").string() + ": has too many cells");
  }
  if (!std::filesystem::exists(grid / "worst.csv")) return matrix;
  CsvRows worst = result_rows(grid / "worst.csv");
  while (worst.next()) {
    matrix.worst[{worst.text("panel"), worst.text("rule")}] =
        worst.number(matrix.metric);
    matrix.worst_rows.push_back(worst_row(worst, matrix.metric));
    if (matrix.worst.size() > kMaxCells)
      throw DataError((grid / "worst.csv").string() + ": has too many rows");
  }
  return matrix;
}

/// Contents of a table's row.
struct MatrixRow {
  std::string name;
  std::string panel;
  std::string rule;
};

/// Returns the maximum and the minimum value of some rows.
std::pair<double, double> range_of(const AttackMatrix& matrix,
                                   const std::vector<MatrixRow>& rows) {
  double best = -1e300;
  double least = 1e300;
  for (const MatrixRow& row : rows)
    for (const std::string& attack : matrix.attacks) {
      const auto found = matrix.values.find({row.panel, attack, row.rule});
      if (found == matrix.values.end() || !std::isfinite(found->second))
        continue;
      best = std::max(best, found->second);
      least = std::min(least, found->second);
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

ReportRow matrix_row(const AttackMatrix& matrix, const MatrixRow& of,
                     const std::pair<double, double>& range) {
  ReportRow row = {{of.name}};
  for (const std::string& attack : matrix.attacks) {
    const auto found = matrix.values.find({of.panel, attack, of.rule});
    row.push_back(found == matrix.values.end() ? ReportCell{"-"}
                                               : shaded(found->second, range));
  }
  const auto worst = matrix.worst.find({of.panel, of.rule});
  row.push_back(worst == matrix.worst.end() ? ReportCell{"-"}
                                            : shaded(worst->second, range));
  row.back().strong = true;
  return row;
}

ReportTable matrix_table(const AttackMatrix& matrix, const std::string& title,
                         const std::string& head,
                         const std::vector<MatrixRow>& rows) {
  ReportTable table{title, {head}};
  table.columns.insert(table.columns.end(), matrix.attacks.begin(),
                       matrix.attacks.end());
  table.columns.emplace_back("worst case");
  const auto range = range_of(matrix, rows);
  for (const MatrixRow& row : rows)
    table.rows.push_back(matrix_row(matrix, row, range));
  table.note =
      "One column per attack, mean over runs; the worst case is the minimum "
      "over all attacks. The stronger the colour, the "
      "farther below the best of the table.";
  return table;
}

/// Returns one table per panel with a row per rule; for a single rule, one
/// table with a row per panel.
std::vector<ReportTable> matrix_tables(const AttackMatrix& matrix) {
  const std::string title = matrix.metric + " under attack";
  std::vector<MatrixRow> rows;
  if (matrix.rules.size() == 1 && matrix.panels.size() > 1) {
    for (const std::string& panel : matrix.panels)
      rows.push_back({panel, panel, matrix.rules[0]});
    return {matrix_table(matrix, title, "settings", rows)};
  }
  std::vector<ReportTable> tables;
  for (const std::string& panel : matrix.panels) {
    rows.clear();
    for (const std::string& rule : matrix.rules)
      rows.push_back({rule, panel, rule});
    tables.push_back(matrix_table(
        matrix, panel.empty() ? title : title + "; " + panel, "rule", rows));
  }
  return tables;
}

/// Describes the rule with the best worst case, for each panel.
std::vector<ReportBlock> worst_in_words(const AttackMatrix& matrix) {
  std::vector<ReportBlock> blocks;
  for (const std::string& panel : matrix.panels) {
    const std::string* best = nullptr;
    double most = 0;
    for (const std::string& rule : matrix.rules) {
      const auto worst = matrix.worst.find({panel, rule});
      if (worst == matrix.worst.end() || std::isnan(worst->second) ||
          (best && worst->second <= most))
        continue;
      best = &rule;
      most = worst->second;
    }
    if (best)
      blocks.emplace_back(
          Paragraph{fmt::format("The best worst case{}: {}, {} {:.4f}.",
                                panel.empty() ? "" : " with " + panel, *best,
                                matrix.metric, most),
                    true});
  }
  return blocks;
}

/// Returns the attack that hurts each rule most; the best rule of a panel
/// first.
ReportTable worst_table(const AttackMatrix& matrix) {
  ReportTable table{"Worst case of each rule",
                    {"settings", "rule", matrix.metric, "under",
                     "without attack", "from plain averaging"},
                    matrix.worst_rows};
  table.note =
      "Without attack: all clients honest. From plain averaging: how much "
      "better or worse than it the rule is then.";
  if (matrix.panels.size() < 2) {
    table.columns.erase(table.columns.begin());
    for (ReportRow& row : table.rows) row.erase(row.begin());
  }
  table.brief = table.columns.size();
  return table;
}

ReportTable attacks_table(const ReportData& data) {
  return table_of_runs(
      data, "What attacks cost",
      {"kind", "attackers", "rule", "assumed", "honest baseline",
       "under attack", "lost", "attackers' updates rejected",
       "honest updates rejected"},
      [](const RunFolder& run, const ReportFiles& files) -> ReportRow {
        const Json& attack = json_at(files.summary, {"attack"});
        if (!attack.is_object()) return {};
        const std::string metric = run.metrics.empty() ? "" : run.metrics[0];
        const auto member = [&](const char* name, CellText text) {
          return ReportCell{text(json_at(attack, {name}))};
        };
        return {
            member("kind", as_text),
            member("attackers", as_number),
            member("rule", as_text),
            member("assumed", as_number),
            {as_metric(json_at(attack, {"honest", metric.c_str(), "mean"}))},
            {metric_text(spread_of(run, metric).mean)},
            member("lost", as_metric),
            member("rejected_attackers", as_metric),
            member("rejected_honest", as_metric)};
      },
      "attack");
}

/// Describes rules outside their conditions, and attackers whom they leave out.
void add_warnings(const ReportData& data, std::vector<ReportBlock>& blocks) {
  std::vector<std::string> known;
  for (const ReportFiles& files : data.files)
    for (const Json& each : json_at(files.summary, {"attack", "warnings"}))
      add_once(known, as_text(each));
  for (const std::string& warning : known)
    add_words(blocks, "warning", warning);
}

/// Returns where the models rank the documents that an attack promotes.
ReportTable promotion_table(const ReportData& data) {
  const std::vector<std::string> columns = {"mean rank", "in top 10",
                                            "mean rank without attack",
                                            "in top 10 without attack"};
  ReportTable table = table_of_runs(
      data, "Promoted documents", columns,
      [](const RunFolder&, const ReportFiles& files) -> ReportRow {
        const Json& promotion = json_at(files.summary, {"attack", "promotion"});
        if (!promotion.is_object()) return {};
        const auto member = [&](std::initializer_list<const char*> path) {
          return ReportCell{as_metric(json_at(promotion, path))};
        };
        return {member({"rank"}), member({"top_10"}),
                member({"honest", "rank"}), member({"honest", "top_10"})};
      },
      "promoted");
  table.note =
      "In each test query the document with the highest value of the feature "
      "that the attack pushes up.";
  table.brief = table.columns.size();
  return table;
}

}  // namespace

std::vector<ReportBlock> worst_cases(const ReportData& data) {
  std::vector<ReportBlock> blocks;
  for (const auto& grid : data.grids) {
    if (!std::filesystem::exists(grid / "matrix.csv")) continue;
    const AttackMatrix matrix = read_matrix(grid);
    // A single rule leaves no choice.
    if (matrix.rules.size() > 1)
      std::ranges::move(worst_in_words(matrix), std::back_inserter(blocks));
    if (!matrix.worst_rows.empty()) blocks.emplace_back(worst_table(matrix));
  }
  return blocks;
}

ReportSection attack_section(const ReportData& data) {
  ReportSection section{"Attacks", {}};
  for (const auto& grid : data.grids)
    if (std::filesystem::exists(grid / "matrix.csv"))
      for (ReportTable& table : matrix_tables(read_matrix(grid)))
        section.blocks.emplace_back(std::move(table));
  ReportTable table = attacks_table(data);
  table.folded = !section.blocks.empty();
  add_warnings(data, section.blocks);
  table.note =
      "Assumed: number of malicious clients that the rule takes for granted. "
      "Rejected: fraction of updates to which the rule gave less than half of "
      "an equal weight.";
  if (!table.rows.empty()) section.blocks.emplace_back(std::move(table));
  ReportTable promotion = promotion_table(data);
  if (!promotion.rows.empty())
    section.blocks.emplace_back(std::move(promotion));
  return section;
}

}  // namespace fedltr
