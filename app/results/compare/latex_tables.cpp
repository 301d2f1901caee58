// Comparisons as tables of LaTeX.
#include <algorithm>
#include <map>
#include <ostream>

#include <spdlog/fmt/fmt.h>

#include "app/base/latex.hpp"
#include "app/results/compare/pivot.hpp"
#include "app/results/compare/tables.hpp"

namespace fedltr {
namespace {

std::string name_of(const Comparison& row, bool all_pairs) {
  return all_pairs ? row.run->label + " - " + row.against->label
                   : row.run->label;
}

std::string latex_mark(const char* mark) {
  static const std::map<std::string, std::string> symbols = {
      {"▲", "$^{\\blacktriangle}$"},
      {"▼", "$^{\\blacktriangledown}$"},
      {"△", "$^{\\vartriangle}$"},
      {"▽", "$^{\\triangledown}$"},
      {"", ""}};
  return symbols.at(mark);
}

std::string latex_cell(const Comparison& row, const ComparisonTable& table) {
  const std::string mark = latex_mark(mark_of(row, table.correction()));
  if (table.all_pairs)
    return fmt::format("${:+.4f} \\pm {:.4f}${}", row.difference.mean,
                       row.difference.interval, mark);
  const std::string mean = fmt::format("{:.4f}", row.mean);
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
    caption = n > 1 ? "Means; standard deviations over " : "Means of ";
    caption += std::to_string(n) + (n == 1 ? " run" : " runs");
    if (std::ranges::any_of(table.rows, &Comparison::best))
      caption += "; the best in bold";
  }
  if (!table.group.empty()) caption += "; " + latex_escaped_text(table.group);
  return caption +
         ". $\\blacktriangle$, $\\blacktriangledown$ ($\\vartriangle$, "
         "$\\triangledown$): better or worse than " +
         (table.all_pairs ? std::string("the second")
                          : latex_escaped_text(table.rows[0].run->label)) +
         " with $p < .01$ ($p < .05$), two-tailed t-test over " + table.pairs +
         ", " + (table.all_pairs ? "Holm" : "Bonferroni") + "-corrected over " +
         std::to_string(table.comparisons) +
         (table.comparisons == 1 ? " comparison." : " comparisons.");
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
      out << " & " << latex_cell(*same, first);
    }
    out << " \\\\\n";
  }
  out << "\\bottomrule\n\\end{tabular}\n\\end{table}\n";
}

/// Prints a table with a column for each value of a key.
void print_latex_pivot(std::ostream& out, const Pivot& pivot,
                       const std::string& key) {
  const ComparisonTable& first = *pivot.tables[0];
  out << "\\begin{table}\n\\centering\n\\caption{"
      << latex_escaped_text(first.metric) << " by " << latex_escaped_text(key)
      << ". " << latex_caption(first) << "}\n\\begin{tabular}{l"
      << std::string(pivot.columns.size(), 'r') << "}\n\\toprule\nrun";
  for (const std::string& column : pivot.columns)
    out << " & " << latex_escaped_text(column);
  out << " \\\\\n\\midrule\n";
  for (const std::string& label : pivot.labels) {
    out << latex_escaped_text(label);
    for (const std::string& column : pivot.columns) {
      const Comparison* row = pivot.find(label, column);
      out << " & " << (row ? latex_cell(*row, first) : "--");
    }
    out << " \\\\\n";
  }
  out << "\\bottomrule\n\\end{tabular}\n\\end{table}\n";
}

}  // namespace

void print_latex(std::ostream& out, const std::vector<ComparisonTable>& tables,
                 const std::string& key) {
  out << "% needs \\usepackage{amssymb,booktabs}\n";
  if (!key.empty()) {
    for (const Pivot& pivot : pivots_of(tables))
      print_latex_pivot(out, pivot, key);
    return;
  }
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
