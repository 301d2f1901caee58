#include "app/results/compare/tables.hpp"

#include <algorithm>
#include <cmath>
#include <ostream>

#include <spdlog/fmt/fmt.h>

#include "app/base/csv.hpp"
#include "app/base/json.hpp"
#include "app/results/compare/pivot.hpp"

namespace fedltr {
namespace {

std::string p_text(double p) {
  if (std::isnan(p)) return "-";
  return p < 0.0001 ? "<.0001" : fmt::format("{:.4f}", p);
}

std::string deviation_text(const Spread& spread) {
  return spread.n > 1 ? fmt::format("{:.4f}", spread.std) : "-";
}

/// Names of pairs take two lines.
std::string first_column(const Comparison& row, bool all_pairs) {
  return all_pairs ? "  less " + row.against->label : row.run->label;
}

std::size_t widest_name(const ComparisonTable& table) {
  std::size_t width = 4;
  for (const Comparison& row : table.rows)
    width = std::max(width, first_column(row, table.all_pairs).size());
  return width;
}

void print_row(std::ostream& out, const ComparisonTable& table,
               const Comparison& row, std::size_t width) {
  if (table.all_pairs) out << "  " << row.run->label << "\n";
  out << fmt::format("  {:{}}", first_column(row, table.all_pairs), width);
  if (!table.all_pairs)
    out << fmt::format(" {:>8.4f} {:>7}", row.mean, deviation_text(row.spread));
  if (row.against) {
    const Difference& d = row.difference;
    out << fmt::format(" {:>+8.4f} {:>7.4f} {:>6} {:>6} {:>6} {:>+6.2f} {}",
                       d.mean, d.interval, p_text(d.t_test), p_text(d.fisher),
                       p_text(table.all_pairs ? d.holm : d.bonferroni),
                       d.effect, mark_of(row, table.correction()));
  }
  out << "\n";
}

std::string heading(const ComparisonTable& table) {
  return table.metric + " (" + table.pairs + ")" +
         (table.group.empty() ? "" : ", " + table.group);
}

/// Explains the marks of the tables.
std::string legend(const std::vector<ComparisonTable>& tables) {
  std::size_t most = 0;
  for (const ComparisonTable& table : tables)
    most = std::max(most, table.comparisons);
  return "; two-tailed paired tests. Up or down: ▲▼ p < .01, △▽ p < .05 of "
         "the\n"
         "t-test, " +
         std::string(tables[0].all_pairs ? "Holm" : "Bonferroni") +
         "-corrected over the " + std::to_string(most) +
         (most == 1 ? " comparison" : " comparisons") + " by a metric.";
}

std::string pivot_cell(const Comparison* row) {
  if (!row) return "-";
  // A mark is three bytes and one column wide.
  return fmt::format("{:.4f}{}", row->mean,
                     !row->against    ? "*"
                     : *mark_of(*row) ? mark_of(*row)
                                      : " ");
}

std::size_t pivot_width(const std::string& column) {
  return std::max<std::size_t>(7, column.size());
}

double nan_unless(bool holds, double value) {
  return holds ? value : std::nan("");
}

}  // namespace

void print_text(std::ostream& out, const std::vector<ComparisonTable>& tables) {
  for (const ComparisonTable& table : tables) {
    const std::size_t width = widest_name(table);
    out << heading(table) << "\n" << fmt::format("  {:{}}", "run", width);
    if (!table.all_pairs) out << fmt::format(" {:>8} {:>7}", "mean", "std");
    out << fmt::format(" {:>8} {:>7} {:>6} {:>6} {:>6} {:>6}\n", "diff",
                       "+-95%", "t-test", "Fisher",
                       table.all_pairs ? "Holm" : "Bonf.", "effect");
    for (const Comparison& row : table.rows) print_row(out, table, row, width);
  }
  const bool all_pairs = tables[0].all_pairs;
  out << (all_pairs ? "Each run against each" : "Against the first row")
      << legend(tables) << " std: over folds and repeats.\n";
}

void print_columns(std::ostream& out,
                   const std::vector<ComparisonTable>& tables,
                   const std::string& key) {
  for (const Pivot& pivot : pivots_of(tables)) {
    out << heading(*pivot.tables[0]) << "; columns: " << key << "\n";
    std::size_t width = 4;
    for (const std::string& label : pivot.labels)
      width = std::max(width, label.size());
    out << fmt::format("  {:{}}", "run", width);
    for (const std::string& column : pivot.columns)
      out << fmt::format(" {:>{}}", column, pivot_width(column));
    out << "\n";
    for (const std::string& label : pivot.labels) {
      out << fmt::format("  {:{}}", label, width);
      for (const std::string& column : pivot.columns)
        out << fmt::format(" {:>{}}", pivot_cell(pivot.find(label, column)),
                           pivot_width(column));
      out << "\n";
    }
  }
  out << "Against * of each column" << legend(tables) << "\n";
}

void print_csv(std::ostream& out, const std::vector<ComparisonTable>& tables) {
  std::string text =
      "metric,group,run,against,mean,std,n,difference,interval95,pairs,"
      "seeds,t,t_test,fisher,bonferroni,holm,effect,mark\n";
  for (const ComparisonTable& table : tables)
    for (const Comparison& row : table.rows) {
      const auto value_if = [](bool holds, const CsvValue& value) {
        return holds ? value : CsvValue("");
      };
      std::vector<CsvValue> values = {
          table.metric,
          Quoted{table.group},
          Quoted{without_formula(row.run->folder.string())},
          Quoted{row.against ? without_formula(row.against->folder.string())
                             : ""},
          row.mean,
          value_if(row.spread.n > 1, row.spread.std),
          row.spread.n};
      const Difference& d = row.difference;
      for (const CsvValue& value :
           {CsvValue(d.mean), CsvValue(d.interval), CsvValue(d.pairs),
            CsvValue(d.seeds), CsvValue(d.t), CsvValue(d.t_test),
            value_if(!std::isnan(d.fisher), d.fisher), CsvValue(d.bonferroni),
            CsvValue(d.holm), CsvValue(d.effect),
            CsvValue(mark_of(row, table.correction()))})
        values.push_back(value_if(row.against != nullptr, value));
      append_csv_row(text, values);
    }
  out << text;
}

void print_json(std::ostream& out, const std::vector<ComparisonTable>& tables) {
  Json all = Json::array();
  for (const ComparisonTable& table : tables)
    for (const Comparison& row : table.rows) {
      const Difference& d = row.difference;
      Json each = {
          {"metric", table.metric},
          {"group", table.group},
          {"run", row.run->folder.string()},
          {"label", row.run->label},
          {"complete", row.run->complete},
          {"mean", json_number(row.mean)},
          {"std", json_number(nan_unless(row.spread.n > 1, row.spread.std))},
          {"n", row.spread.n}};
      if (row.against)
        each.update({{"against", row.against->folder.string()},
                     {"pairs", d.pairs},
                     {"seeds", d.seeds},
                     {"difference", d.mean},
                     {"interval95", d.interval},
                     {"t", json_number(d.t)},
                     {"t_test", d.t_test},
                     {"fisher", json_number(d.fisher)},
                     {"bonferroni", d.bonferroni},
                     {"holm", d.holm},
                     {"effect", json_number(d.effect)},
                     {"mark", mark_of(row, table.correction())}});
      all.push_back(std::move(each));
    }
  out << json_text(all);
}

}  // namespace fedltr
