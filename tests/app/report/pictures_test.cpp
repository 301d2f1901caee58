#include <doctest/doctest.h>

#include "app/base/latex.hpp"
#include "app/report/report.hpp"
#include "app/report/writers.hpp"
#include "tests/app/report/report_support.hpp"
#include "tests/support/xml.hpp"

namespace fedltr::pictures_test {
using namespace fedltr::test;

TEST_CASE("curves as SVG follow the axes, worked by hand") {
  const std::string svg = report_svg(unit_figure());
  // .5 is half of 296 pixels above 330; .25 a quarter.
  CHECK(contains(svg,
                 "<polyline points=\"62.0,182.0 624.0,34.0\" "
                 "fill=\"none\" stroke=\"#0072b2\" stroke-width=\"2\"/>"));
  CHECK(contains(svg,
                 "<polyline points=\"62.0,330.0 343.0,256.0\" "
                 "fill=\"none\" stroke=\"#d55e00\" stroke-width=\"2\" "
                 "stroke-dasharray=\"8 3\"/>"));
  // The band: upper ends forward, lower ends back.
  CHECK(contains(svg,
                 "<polygon points=\"62.0,34.0 624.0,34.0 624.0,34.0 "
                 "62.0,330.0\" fill=\"#0072b2\" fill-opacity=\"0.15\"/>"));
  CHECK(times_in(svg, "<polygon") == 1);
  // Steps of 2 and of .2: six lines each.
  CHECK(times_in(svg, "<line ") == 12);
  CHECK(contains(svg, ">0.2</text>"));
  CHECK(contains(svg, ">10</text>"));
  CHECK(contains(svg, ">Fig &amp; co</text>"));
  CHECK(contains(svg, "transform=\"rotate(-90 15 182.0)\">m</text>"));
}

TEST_CASE("the legend continues in a line below where a name is too long") {
  const std::string one = report_svg(unit_figure());
  CHECK(contains(one, "height=\"404\""));
  CHECK(contains(one, "points=\"62.0,392.0 88.0,392.0\""));
  // "a" takes 50 + 6.6 pixels.
  CHECK(contains(one, "points=\"118.6,392.0 144.6,392.0\""));
  CHECK(contains(one, "<text x=\"150.6\" y=\"396.0\">b</text>"));
  // 80 letters take 578, and 62 + 578 leaves no room before 624.
  const std::string two = report_svg(unit_figure(std::string(80, 'a')));
  CHECK(contains(two, "height=\"423\""));
  CHECK(contains(two, "points=\"62.0,411.0 88.0,411.0\""));
}

TEST_CASE("a table as SVG has the places of its texts, worked by hand") {
  const ReportTable table{
      "T", {"rule", "m"}, {{{"krum"}, {"0.5000", 9, true}}, {{"a"}, {"1", 0}}}};
  const std::string svg = report_svg(table);
  // Columns: 4 letters of 7.2 and 24, 52; 6 letters and 24, 67. Rows: a title
  // of 30, three of 22 and 12.
  CHECK(contains(svg, "width=\"119\" height=\"108\""));
  CHECK(contains(svg, "<text x=\"12\" y=\"45\" font-weight=\"bold\">rule<"));
  CHECK(contains(svg,
                 "<rect x=\"52\" y=\"52\" width=\"67\" height=\"22\" "
                 "fill=\"#e4995e\"/>"));
  CHECK(contains(svg,
                 "<text x=\"107\" y=\"67\" text-anchor=\"end\" "
                 "font-weight=\"bold\">0.5000<"));
  CHECK(contains(svg,
                 "<rect x=\"52\" y=\"74\" width=\"67\" height=\"22\" "
                 "fill=\"#ffffff\"/>"));
  CHECK(contains(svg, "<text x=\"107\" y=\"89\" text-anchor=\"end\">1<"));
  CHECK(contains(svg, "<line x1=\"0\" y1=\"52\" x2=\"119\" y2=\"52\""));
  CHECK(xml_fault(svg) == "");
}

TEST_CASE("a title that is wider than its table widens the picture") {
  // 40 letters of 7.2 and 24.
  CHECK(contains(report_svg(ReportTable{std::string(40, 't'), {"a"}}),
                 "width=\"312\" height=\"64\""));
  CHECK(contains(report_svg(ReportTable{"t", {"a"}}), "width=\"31\""));
}

TEST_CASE("files of a page are numbered as its blocks, folded tables too") {
  ReportTable folded{"Folded", {"a"}, {{{"b"}}}};
  folded.folded = true;
  ReportFigure small = unit_figure();
  small.small = true;
  const ReportPage page{
      "t",
      {{"s", {Paragraph{"p"}, folded, ReportPicture{"Pic", "<svg>raw</svg>"}}},
       {"u", {unit_figure(), small}}}};
  const auto names = [&](ReportFormat format) {
    Texts all;
    for (const auto& [name, text] : report_files(page, format))
      all.push_back(name);
    return all;
  };
  CHECK(names(ReportFormat::kCsv) ==
        Texts{"01-folded.csv", "03-fig-co.csv", "04-fig-co.csv"});
  CHECK(names(ReportFormat::kSvg) ==
        Texts{"01-folded.svg", "02-pic.svg", "03-fig-co.svg", "04-fig-co.svg"});
  CHECK(report_files(page, ReportFormat::kSvg)[1].second == "<svg>raw</svg>");
  CHECK(names(ReportFormat::kLatex) ==
        Texts{"01-folded.tex", "03-fig-co.tex", "04-fig-co.tex", "report.tex"});
  const std::string shrunk =
      "\\resizebox{\\ifdim\\width>\\linewidth \\linewidth\\else\\width\\fi}{!}";
  CHECK(contains(
      report_files(page, ReportFormat::kLatex)[3].second,
      "\\begin{document}\n\\begin{minipage}{0.8\\linewidth}\n" + shrunk +
          "{\\input{03-fig-co.tex}}\n\\end{minipage}\n\n\\begin{minipage}"
          "{0.49\\linewidth}\n" +
          shrunk +
          "{\\input{04-fig-co.tex}}\n\\end{minipage}\\hfill\n"
          "\\end{document}\n"));
}

TEST_CASE("a table longer than a page of paper is made as high, or as wide") {
  const auto document_of = [](std::size_t rows) {
    ReportTable table{"50 % [x]", {"a"}};
    table.rows.resize(rows, ReportRow{{"b"}});
    return report_files({"t", {{"s", {table}}}}, ReportFormat::kLatex)[1]
        .second;
  };
  CHECK(contains(document_of(48),
                 "\\section*{50 \\% {[}x]}\n\\resizebox{\\ifdim\\width>"));
  CHECK(contains(document_of(49),
                 "\\fi}{!}{\\resizebox*{!}{0.9\\textheight}"
                 "{\\input{01-50-x.tex}}}\n"));
}

}  // namespace fedltr::pictures_test
