#include <doctest/doctest.h>

#include "app/report/writers.hpp"
#include "tests/app/report/report_support.hpp"

namespace fedltr::latex_writer_test {
using namespace fedltr::test;

TEST_CASE("a figure as LaTeX has its colours, dashes and coordinates") {
  const std::string latex = report_latex(unit_figure("a_1"));
  CHECK(
      latex.starts_with("\\definecolor{curve0}{HTML}{0072B2}%\n"
                        "\\definecolor{curve1}{HTML}{D55E00}%\n"));
  CHECK(contains(latex, "title={Fig \\& co}, xlabel={round}, ylabel={m}]\n"));
  CHECK(contains(latex,
                 "\\addplot[draw=none, fill=curve0, fill opacity=0.15, forget "
                 "plot] coordinates { (0,1) (10,1) (10,1) (0,0)} -- cycle;\n"
                 "\\addplot[curve0, thick, no marks] coordinates { (0,0.5) "
                 "(10,1)};\n\\addlegendentry{a\\_1}\n"
                 "\\addplot[curve1, thick, no marks, dash pattern=on 4.0pt off "
                 "1.5pt] coordinates { (0,0) (5,0.25)};\n"
                 "\\addlegendentry{b}\n\\end{axis}\n"));
}

TEST_CASE("a row of LaTeX never begins with an option or a star") {
  const ReportTable table{"T", {"*"}, {{{"[2ex] x"}}, {{"*"}}, {{"a [b]"}}}};
  CHECK(report_latex(table) ==
        "\\begin{tabular}{l}\n\\toprule\n{*} \\\\\n\\midrule\n{[}2ex] x \\\\\n"
        "{*} \\\\\na {[}b] \\\\\n\\bottomrule\n\\end{tabular}\n");
}

TEST_CASE("a table as LaTeX has a column each, and none is no table less") {
  CHECK(report_latex(ReportTable{"T", {"a", "b", "c"}}) ==
        "\\begin{tabular}{lrr}\n\\toprule\na & b & c \\\\\n\\midrule\n"
        "\\bottomrule\n\\end{tabular}\n");
  CHECK(contains(report_latex(ReportTable{"T", {}}), "\\begin{tabular}{l}\n"));
  ReportTable strong{"T", {"a", "b"}, {{{"x_1"}, {"0.5 & 1", -1, true}}}};
  CHECK(contains(report_latex(strong), "x\\_1 & \\textbf{0.5 \\& 1} \\\\\n"));
}

TEST_CASE("all names of a figure are text, no commands") {
  const std::string hostile = "\\input{x}%";
  const std::string escaped = "\\textbackslash{}input\\{x\\}\\%";
  ReportFigure figure = unit_figure(hostile);
  figure.title = figure.x = figure.y = hostile;
  const std::string latex = report_latex(figure);
  CHECK(contains(latex, "title={" + escaped + "}, xlabel={" + escaped +
                            "}, ylabel={" + escaped + "}]\n"));
  CHECK(contains(latex, "\\addlegendentry{" + escaped + "}\n"));
  CHECK_FALSE(contains(latex, "\\input"));
}

TEST_CASE("colours begin anew after the eighth curve") {
  ReportFigure figure = unit_figure();
  figure.curves.resize(9, figure.curves[1]);
  const std::string latex = report_latex(figure);
  CHECK(times_in(latex, "\\addplot[curve0, ") == 2);
  CHECK(times_in(latex, "\\addplot[curve7, ") == 1);
  CHECK_FALSE(contains(latex, "curve8"));
}

namespace {

/// Two panels of two lines, the second without points in the second panel.
ReportPanels two_panels() {
  ReportPanels panels;
  panels.x = "round";
  panels.y = "m_1";
  panels.lines = {"a&b", "c"};
  panels.columns = 2;
  panels.panels = {{"p%", {{{0, 0, 0.5, 0.25, 0.75}}, {{0, 0, 0, 0, 0}}}},
                   {"q", {{{2, 0, 1, 1, 1}}, {}}}};
  return panels;
}

}  // namespace

TEST_CASE("panels as LaTeX share limits, and the first one has the legend") {
  const std::string latex = report_latex(two_panels());
  CHECK(contains(latex, "group size=2 by 1, "));
  // From 0 to 1, with a margin of a twentieth.
  CHECK(contains(latex, "  ymin=-0.05, ymax=1.05,\n"));
  CHECK(contains(latex, "xlabel={round}, ylabel={m\\_1}"));
  CHECK(contains(latex,
                 "\\nextgroupplot[title={p\\%}, legend to name=panellegend]"));
  CHECK(contains(latex, "\\nextgroupplot[title={q}]\n"));
  CHECK(times_in(latex, "\\addlegendentry{a\\&b}\n") == 1);
  CHECK(times_in(latex, "\\addlegendentry{c}\n") == 1);
  // A line without points keeps its place in the legend.
  CHECK(times_in(latex, "\\addlegendimage{curve1, thick") == 1);
  CHECK(times_in(latex, "\\pgfplotslegendfromname{panellegend}") == 1);
}

TEST_CASE("panels without lines have no legend, without height no limits") {
  ReportPanels panels = two_panels();
  panels.lines.clear();
  panels.panels.resize(1);
  panels.panels[0].curves = {{{0, 0, 0.5, 0.5, 0.5}}};
  const std::string latex = report_latex(panels);
  CHECK_FALSE(contains(latex, "panellegend}\n\n"));
  CHECK_FALSE(contains(latex, "\\pgfplotslegendfromname"));
  CHECK_FALSE(contains(latex, "\\addlegendentry"));
  CHECK_FALSE(contains(latex, "ymin="));
  // A grid of no column at all has one.
  panels.columns = 0;
  CHECK(contains(report_latex(panels), "group size=1 by 1, "));
}

TEST_CASE("names of places are ticks, a baseline is black and dotted") {
  ReportPanels panels = two_panels();
  panels.ticks = {"lie_1", "ipm, 2", "none"};
  panels.baseline = 1;
  const std::string latex = report_latex(panels);
  CHECK(contains(latex,
                 "  xtick={0,1,2}, xticklabels={{lie\\_1},{ipm, 2},{none}}, "));
  CHECK(times_in(latex, "\\addplot[black, thick, mark=*, dotted]") == 1);
  CHECK(times_in(latex, "\\addlegendimage{black, thick, dotted}") == 1);
}

TEST_CASE("published values are hollow, those after the curves at their end") {
  ReportPanels panels = two_panels();
  panels.panels[0].published = {{{0, 0.25}, {7, 2}}, {}};
  panels.panels[1].published = {{}, {}};
  const std::string latex = report_latex(panels);
  CHECK(contains(latex,
                 "\\addplot[curve0, only marks, mark=o, forget plot] "
                 "coordinates { (0,0.25)};\n"));
  // The curves end at 2.
  CHECK(contains(latex, "forget plot] coordinates { (2,2)};\n"));
  CHECK(times_in(latex, "\\addlegendentry{published}\n") == 1);
  CHECK(times_in(latex, "\\addlegendentry{published, later}\n") == 1);
  CHECK(contains(latex, "ymin=-0.1, ymax=2.1,"));
}

TEST_CASE("a document has the packages that its parts need") {
  const std::string document = latex_document("BODY\n");
  CHECK(document.starts_with("\\documentclass"));
  CHECK(document.ends_with("\\begin{document}\nBODY\n\\end{document}\n"));
  for (const char* package :
       {"amssymb", "booktabs", "graphicx", "pgfplots", "groupplots"})
    CHECK_MESSAGE(contains(document, package), package);
}

}  // namespace fedltr::latex_writer_test
