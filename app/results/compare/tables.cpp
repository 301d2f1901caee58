#include "app/results/compare/tables.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <ostream>

#include <spdlog/fmt/fmt.h>

#include "app/base/csv.hpp"
#include "app/base/json.hpp"
#include "app/base/latex.hpp"
#include "app/base/text.hpp"

namespace fedltr {
namespace {

std::string p_text(double p) {
  if (std::isnan(p)) return "-";
  return p < 0.0001 ? "<.0001" : fmt::format("{:.4f}", p);
}

std::string deviation_text(const Spread& spread) {
  return spread.n > 1 ? fmt::format("{:.4f}", spread.std) : "-";
}

std::string name_of(const Comparison& row, bool all_pairs) {
  return all_pairs ? row.run->label + " - " + row.against->label
                   : row.run->label;
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
    out << fmt::format(" {:>8.4f} {:>7}", row.spread.mean,
                       deviation_text(row.spread));
  if (row.against) {
    const Difference& d = row.difference;
    out << fmt::format(" {:>+8.4f} {:>7.4f} {:>6} {:>6} {:>6} {:>+6.2f} {}",
                       d.mean, d.interval, p_text(d.t_test), p_text(d.fisher),
                       p_text(table.all_pairs ? d.holm : d.bonferroni),
                       d.effect, mark_of(row, table.all_pairs));
  }
  out << "\n";
}

std::string heading(const ComparisonTable& table) {
  return table.metric + " (" + table.pairs + ")" +
         (table.group.empty() ? "" : ", " + table.group);
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
  out << (all_pairs ? "Each run compared with each" : "Against the first row")
      << "; two-tailed paired tests. Up or down: ▲▼ p < .01, △▽ p < .05,\n"
      << (all_pairs ? "Holm" : "Bonferroni")
      << "-corrected t-test. Mean and std are over folds and repeats.\n";
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
          Quoted{row.run->folder.string()},
          Quoted{row.against ? row.against->folder.string() : ""},
          row.spread.mean,
          value_if(row.spread.n > 1, row.spread.std),
          row.spread.n};
      const Difference& d = row.difference;
      for (const CsvValue& value :
           {CsvValue(d.mean), CsvValue(d.interval), CsvValue(d.pairs),
            CsvValue(d.seeds), CsvValue(d.t), CsvValue(d.t_test),
            value_if(!std::isnan(d.fisher), d.fisher), CsvValue(d.bonferroni),
            CsvValue(d.holm), CsvValue(d.effect),
            CsvValue(mark_of(row, table.all_pairs))})
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
          {"mean", json_number(row.spread.mean)},
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
                     {"mark", mark_of(row, table.all_pairs)}});
      all.push_back(std::move(each));
    }
  out << json_text(all);
}

namespace {

std::string latex_mark(const char* mark) {
  static const std::map<std::string, std::string> symbols = {
      {"▲", "$^{\\blacktriangle}$"},
      {"▼", "$^{\\blacktriangledown}$"},
      {"△", "$^{\\vartriangle}$"},
      {"▽", "$^{\\triangledown}$"},
      {"", ""}};
  return symbols.at(mark);
}

std::string latex_cell(const Comparison& row, bool all_pairs) {
  const std::string mark = latex_mark(mark_of(row, all_pairs));
  if (all_pairs)
    return fmt::format("${:+.4f} \\pm {:.4f}${}", row.difference.mean,
                       row.difference.interval, mark);
  const std::string mean = fmt::format("{:.4f}", row.spread.mean);
  return (row.best ? "\\textbf{" + mean + "}" : mean) +
         (row.spread.n > 1 ? fmt::format(" $\\pm$ {:.4f}", row.spread.std)
                           : "") +
         mark;
}

std::string latex_caption(const ComparisonTable& table) {
  const std::size_t n = table.rows[0].spread.n;
  std::string caption;
  if (table.all_pairs) {
    caption = "Differences of means with 95\\,\\% intervals";
  } else {
    caption = "Means";
    if (n > 1) caption += " and standard deviations";
    caption += " over " + std::to_string(n) + (n == 1 ? " run" : " runs") +
               "; the best in bold";
  }
  if (!table.group.empty()) caption += "; " + latex_escaped_text(table.group);
  return caption +
         ". $\\blacktriangle$, $\\blacktriangledown$ ($\\vartriangle$, "
         "$\\triangledown$): better or worse than " +
         (table.all_pairs ? std::string("the second")
                          : latex_escaped_text(table.rows[0].run->label)) +
         " with $p < .01$ ($p < .05$), two-tailed paired t-test over " +
         table.pairs + ", " + (table.all_pairs ? "Holm" : "Bonferroni") +
         "-corrected.";
}

/// Prints the tables of one group as one table, one column per metric.
void print_latex_group(std::ostream& out,
                       const std::vector<const ComparisonTable*>& tables) {
  const ComparisonTable& first = *tables[0];
  out << "\\begin{table}\n\\centering\n\\caption{" << latex_caption(first)
      << "}\n\\begin{tabular}{l" << std::string(tables.size(), 'r')
      << "}\n\\toprule\nrun";
  for (const ComparisonTable* table : tables)
    out << " & " << latex_escaped_text(table->metric);
  out << " \\\\\n\\midrule\n";
  for (const Comparison& row : first.rows) {
    out << latex_escaped_text(name_of(row, first.all_pairs));
    for (const ComparisonTable* table : tables) {
      // In a table sorted by another metric, rows have another order.
      const auto same =
          std::ranges::find_if(table->rows, [&](const Comparison& other) {
            return other.run == row.run && other.against == row.against;
          });
      out << " & " << latex_cell(*same, first.all_pairs);
    }
    out << " \\\\\n";
  }
  out << "\\bottomrule\n\\end{tabular}\n\\end{table}\n";
}

}  // namespace

void print_latex(std::ostream& out,
                 const std::vector<ComparisonTable>& tables) {
  out << "% needs \\usepackage{amssymb,booktabs}\n";
  // Metrics with other paired units get a table of their own, since its caption
  // names the units.
  std::vector<const ComparisonTable*> left;
  for (const ComparisonTable& table : tables) left.push_back(&table);
  while (!left.empty()) {
    const ComparisonTable& first = *left[0];
    const auto others = std::stable_partition(
        left.begin(), left.end(), [&](const ComparisonTable* table) {
          return table->group == first.group && table->pairs == first.pairs;
        });
    print_latex_group(out, {left.begin(), others});
    left.erase(left.begin(), others);
  }
}

}  // namespace fedltr
