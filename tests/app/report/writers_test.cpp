#include "app/report/writers.hpp"

#include <algorithm>
#include <cmath>

#include <doctest/doctest.h>

#include "app/base/latex.hpp"
#include "tests/support/xml.hpp"

namespace fedltr::writers_test {
using namespace fedltr::test;

namespace {

const std::string kHostile =
    "</script><script>alert(1)</script> & \"q\" 'a' \\input{x} %\x01";

ReportTable small_table(const std::string& name = "mean") {
  return {"Final, 1", {"rule", name}, {{{name}, {"0.5000", 3, true}}}, name};
}

/// Two curves, one with a band.
ReportFigure small_figure(const std::string& name = "a, b") {
  return {"Fig",
          "round",
          "searches",
          "ndcg@10",
          {{name, {{0, 0, 0.25, 0.25, 0.25}, {10, 40, 0.5, 0.4, 0.6}}},
           {"flat", {{0, 0, 0.3, 0.3, 0.3}, {10, 40, 0.3, 0.3, 0.3}}}}};
}

std::size_t count(const std::string& text, const std::string& part) {
  std::size_t times = 0;
  for (std::size_t at = 0; (at = text.find(part, at)) != text.npos; ++at)
    ++times;
  return times;
}

/// A page without its declaration, style and script, which are not XML.
std::string body_of(const std::string& html) {
  const std::size_t from = html.find("<body>");
  return html.substr(from, html.rfind("<script>") - from) + "</body>";
}

}  // namespace

TEST_CASE("a table as CSV and LaTeX has its cells") {
  CHECK(report_csv(small_table()) == "rule,mean\nmean,0.5000\n");
  CHECK(report_latex(small_table()) ==
        "\\begin{tabular}{lr}\n\\toprule\nrule & mean \\\\\n\\midrule\nmean & "
        "\\textbf{0.5000} \\\\\n\\bottomrule\n\\end{tabular}\n");
}

TEST_CASE("a figure as CSV has a row per point of each curve") {
  CHECK(report_csv(small_figure()) ==
        "curve,round,searches,mean,lower,upper\n"
        "\"a, b\",0,0,0.25,0.25,0.25\n\"a, b\",10,40,0.5,0.4,0.6\n"
        "flat,0,0,0.3,0.3,0.3\nflat,10,40,0.3,0.3,0.3\n");
  ReportFigure one_unit = small_figure();
  one_unit.other = "";
  CHECK(report_csv(one_unit).starts_with("curve,round,mean,lower,upper\n"));
}

TEST_CASE("a figure as LaTeX has a line per curve, and a band where one is") {
  const std::string latex = report_latex(small_figure());
  CHECK(count(latex, "\\addlegendentry") == 2);
  CHECK(count(latex, "-- cycle") == 1);
  CHECK(latex.find("coordinates { (0,0.25) (10,0.6) (10,0.4) (0,0.25)}") !=
        std::string::npos);
  CHECK(latex.find("coordinates { (0,0.25) (10,0.5)}") != std::string::npos);
  CHECK(latex.find("ylabel={ndcg@10}") != std::string::npos);
}

TEST_CASE("a figure as SVG is well-formed and holds each curve once") {
  const std::string svg = report_svg(small_figure(kHostile));
  CHECK(xml_fault(svg) == "");
  CHECK(count(svg, "<polyline") == 4);  // each curve, and in the legend
  CHECK(count(svg, "<polygon") == 1);
}

TEST_CASE("a table as SVG is well-formed, shaded, with numbers to the right") {
  const std::string svg = report_svg(small_table());
  CHECK(xml_fault(report_svg(small_table(kHostile))) == "");
  CHECK(count(svg, "<text") == 5);  // title, two names, two cells
  // A third of the way from white to #e4995e.
  CHECK(count(svg, "fill=\"#f6ddca\"") == 1);
  CHECK(svg.find("text-anchor=\"end\" font-weight=\"bold\">0.5000<") !=
        std::string::npos);
}

TEST_CASE("long legends continue in further lines of the picture") {
  ReportFigure figure = small_figure();
  CHECK(report_svg(figure).find("height=\"404\"") != std::string::npos);
  for (int i = 0; i < 5; ++i)
    figure.curves.push_back({std::string(40, 'x'), figure.curves[0].points});
  CHECK(report_svg(figure).find("height=\"404\"") == std::string::npos);
}

TEST_CASE("thinning keeps the extremes of mean and band, and both ends") {
  ReportFigure figure{"Fig", "round", "", "y", {{"a"}}};
  for (int i = 0; i < 10000; ++i) {
    const double value = std::sin(0.01 * i);
    figure.curves[0].points.push_back(
        {1.0 * i, 1.0 * i, value, value - 0.1, value + 0.1});
  }
  figure.curves[0].points[4321] = {4321, 4321, 9, 8, 10};
  figure.curves[0].points[1234].low = -7;
  const auto few = thinned(figure, 100).curves[0].points;
  CHECK(few.size() <= 501);
  CHECK(few.size() >= 200);
  CHECK(few.front().at == 0);
  CHECK(few.back().at == 9999);
  CHECK(std::ranges::max(few, {}, &CurvePoint::mean).at == 4321);
  CHECK(std::ranges::min(few, {}, &CurvePoint::low).at == 1234);
  CHECK(std::ranges::is_sorted(few, {}, &CurvePoint::at));
  CHECK(thinned(figure, 100).note.find("Thinned") != std::string::npos);
  CHECK(thinned(small_figure(), 100).note == "");
}

TEST_CASE("a page is well-formed and harmless, with any names") {
  const ReportPage page{
      kHostile,
      {{kHostile,
        {Paragraph{kHostile, true}, small_table(kHostile),
         small_figure(kHostile),
         ReportPicture{kHostile, "<svg>" + kHostile + "</svg>"}}}}};
  const std::string html = report_html(page);
  CHECK(xml_fault(body_of(html)) == "");
  CHECK(count(html, "<script") == 1);
  CHECK(count(html, "</script") == 1);
}

TEST_CASE("a page names no address to fetch from and runs one script") {
  const std::string html =
      report_html({"t", {{"s", {small_table(), small_figure()}}}});
  CHECK(html.find("default-src 'none'") != std::string::npos);
  CHECK(html.find("script-src 'sha256-") != std::string::npos);
  for (const char* fetches :
       {" src=\"http", "href=\"http", "url(", "@import", "sourceMappingURL"})
    CHECK_MESSAGE(html.find(fetches) == std::string::npos, fetches);
}

TEST_CASE("columns of numbers are on the right, shades are classes") {
  const std::string html = report_html({"t", {{"s", {small_table()}}}});
  CHECK(html.find("<th scope=\"col\" class=\"n\">mean</th>") !=
        std::string::npos);
  CHECK(html.find("<td class=\"n s3 strong\">0.5000</td>") !=
        std::string::npos);
  ReportTable words = small_table();
  words.rows.push_back({{"x"}, {"0b3e"}});
  CHECK(report_html({"t", {{"s", {words}}}})
            .find("<th scope=\"col\" class=\"t\">mean</th>") !=
        std::string::npos);
}

TEST_CASE("names of blocks are fit for files") {
  CHECK(block_name(3, "Final ndcg@10; a/b") == "03-final-ndcg-10-a-b");
  CHECK(block_name(12, "../../x") == "12-x");
  CHECK(block_name(1, "ε") == "01");
  CHECK(block_name(1, std::string(200, 'a')).size() == 48);
}

}  // namespace fedltr::writers_test
