#include <sstream>

#include <doctest/doctest.h>

#include "app/results/compare/pivot.hpp"
#include "tests/support/little_tables.hpp"

namespace fedltr::latex_tables_test {
using namespace fedltr::test;

namespace {

void as_latex(std::ostream& out, const std::vector<ComparisonTable>& tables) {
  print_latex(out, tables);
}

bool has_text(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

std::size_t times_in(const std::string& text, const std::string& part) {
  std::size_t times = 0;
  for (auto at = text.find(part); at != text.npos; at = text.find(part, at + 1))
    ++times;
  return times;
}

}  // namespace

TEST_CASE("LaTeX escapes names, marks the best and names what was paired") {
  const Little little;
  const std::string latex = printed(as_latex, little.tables());
  CHECK(has_text(latex, R"(rule=a\_b \& 5\% & \textbf{5.0000} \\)"));
  CHECK(has_text(latex, "Means of 1 run; the best in bold"));
  CHECK(has_text(latex, "two-tailed t-test over 3 queries"));
  CHECK(has_text(latex, "better or worse than rule=mean"));
  CHECK(has_text(latex, "\\begin{tabular}{lr}"));
}

TEST_CASE("no name is a command of LaTeX") {
  Little little;
  little.b.label = "\\input{/etc/passwd}^~";
  const std::string latex = printed(as_latex, little.tables());
  CHECK_FALSE(has_text(latex, "\\input"));
  CHECK(has_text(latex, "\\textbackslash{}input\\{/etc/passwd\\}"));
  CHECK(has_text(latex, "\\textasciicircum{}\\textasciitilde{}"));
}

TEST_CASE("LaTeX of all pairs gives differences with intervals") {
  const Little little;
  const std::string latex =
      printed(as_latex, little.tables({.all_pairs = true}));
  CHECK(has_text(latex, "$+2.0000 \\pm 2.4841$"));
  CHECK(has_text(latex, R"(rule=a\_b \& 5\% {-} rule=mean)"));
}

TEST_CASE("metrics of one group share a LaTeX table, others get their own") {
  const Little little;
  auto tables = little.tables();
  tables.push_back(tables[0]);
  tables[1].metric = "m_2";
  tables.push_back(tables[0]);
  tables[2].group = "clicks.model = poison";
  const std::string latex = printed(as_latex, tables);
  CHECK(has_text(latex, "run & m & m\\_2 \\\\"));
  CHECK(has_text(latex, "; clicks.model = poison."));
  std::size_t count = 0;
  for (auto at = latex.find("\\begin{table}"); at != std::string::npos;
       at = latex.find("\\begin{table}", at + 1))
    ++count;
  CHECK(count == 2);
}

TEST_CASE("rows of a sorted table stay those of their run") {
  const Little little;
  auto tables = little.tables();
  tables.push_back(tables[0]);
  tables[1].metric = "n";
  std::swap(tables[1].rows[0], tables[1].rows[1]);
  tables[1].rows[0].mean = 0.125;  // of b, which is the second row of m
  const std::string latex = printed(as_latex, tables);
  CHECK(has_text(latex, "rule=mean & 3.0000 & 3.0000 \\\\\n"));
  CHECK(has_text(latex, "& \\textbf{5.0000} & \\textbf{0.1250} \\\\\n"));
  CHECK(has_text(latex, "\\begin{tabular}{lrr}"));
}

TEST_CASE("metrics with other pairs have a table and a caption of their own") {
  const Little little;
  auto tables = little.tables();
  tables.push_back(tables[0]);
  tables[1].metric = "online";
  tables[1].pairs = "1 run";
  tables.push_back(tables[0]);
  tables[2].metric = "last";
  const std::string latex = printed(as_latex, tables);
  CHECK(times_in(latex, "\\begin{table}") == 2);
  CHECK(has_text(latex, "run & m & last \\\\\n"));
  CHECK(has_text(latex, "run & online \\\\\n"));
  CHECK(times_in(latex, "t-test over 1 run,") == 1);
}

TEST_CASE("a caption counts its runs and its comparisons") {
  const Little little;
  auto tables = little.tables();
  CHECK(has_text(printed(as_latex, tables), "over 1 comparison.}"));
  tables[0].comparisons = 2;
  for (Comparison& row : tables[0].rows) {
    row.spread = {row.mean, 0.25, 3};
    row.best = false;
  }
  const std::string latex = printed(as_latex, tables);
  CHECK(has_text(latex, "\\caption{Means; standard deviations over 3 runs. "));
  CHECK(has_text(latex, "over 2 comparisons.}"));
  CHECK(has_text(latex, "rule=mean & 3.0000 $\\pm$ 0.2500 \\\\\n"));
  CHECK_FALSE(has_text(latex, "textbf"));
}

TEST_CASE("groups, metrics, columns and keys are text, no commands") {
  const Little little;
  auto tables = little.tables();
  tables[0].group = tables[0].column = tables[0].metric = "a_b\\x{1}";
  const std::string escaped = "a\\_b\\textbackslash{}x\\{1\\}";
  const std::string latex = printed(as_latex, tables);
  CHECK(has_text(latex, "; " + escaped + ". "));
  CHECK(has_text(latex, "run & " + escaped + " \\\\"));
  std::ostringstream pivot;
  print_latex(pivot, tables, "k_1");
  CHECK(has_text(pivot.str(), "\\caption{" + escaped + " by k\\_1. "));
  CHECK(has_text(pivot.str(), "run & " + escaped + " \\\\"));
  CHECK(pivot.str().find("\\x") == std::string::npos);
}

}  // namespace fedltr::latex_tables_test
