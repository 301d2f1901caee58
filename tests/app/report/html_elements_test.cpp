#include "app/report/html_elements.hpp"

#include <doctest/doctest.h>

#include "tests/app/report/report_support.hpp"
#include "tests/support/xml.hpp"

namespace fedltr::html_elements_test {
using namespace fedltr::test;

TEST_CASE("elements escape their attributes, not what stands in them") {
  CHECK(element("p", {}, "<b/>") == "<p><b/></p>");
  CHECK(element("a", {{"href", "\"><x>"}, {"id", "a&b"}}, "") ==
        "<a href=\"&quot;&gt;&lt;x&gt;\" id=\"a&amp;b\"></a>");
}

TEST_CASE("a table holds its CSV and LaTeX, and a picture if it is shaded") {
  ReportTable table{"T & t", {"rule", "<m>"}, {{{"krum"}, {"0.5"}}}, "N > n"};
  const std::string html = table_html(table, "01-t");
  CHECK(
      html.starts_with("<div class=\"table\" id=\"01-t\"><h3>T &amp; t</h3>"));
  CHECK(contains(html, "aria-label=\"Table: T &amp; t\""));
  CHECK(contains(html,
                 "<th scope=\"col\" class=\"t\">rule</th>"
                 "<th scope=\"col\" class=\"n\">&lt;m&gt;</th>"));
  CHECK(contains(html,
                 "<tr><th scope=\"row\">krum</th>"
                 "<td class=\"n\">0.5</td></tr>"));
  CHECK(contains(html, "<p class=\"note\">N &gt; n</p>"));
  CHECK(contains(html,
                 "<pre hidden=\"hidden\" class=\"csv\">"
                 "rule,&lt;m&gt;\nkrum,0.5\n</pre>"));
  CHECK(contains(html, "class=\"tex\">\\begin{tabular}{lr}"));
  CHECK_FALSE(contains(html, "class=\"svg\""));
  CHECK(xml_fault(html) == "");
  table.rows[0][1].shade = 0;
  table.folded = true;
  const std::string shaded = table_html(table, "01-t");
  CHECK(shaded.starts_with("<details class=\"table\" id=\"01-t\"><summary>"));
  CHECK(contains(shaded, "class=\"svg\">&lt;svg xmlns"));
  CHECK(contains(shaded, "<td class=\"n s0\">0.5</td>"));
}

TEST_CASE("columns of numbers know every sign that numbers have") {
  const auto class_of = [](const std::string& text) {
    return between(table_html({"T", {"a", "b"}, {{{"x"}, {text}}}}, "n"),
                   "<td class=\"", "\"");
  };
  for (const char* number : {"-", "", "+0.0100", "1,234", "0.5 ± 0.1", "3.0×",
                             "p < .0001", "1e-06", "unbounded", "▲"})
    CHECK_MESSAGE(class_of(number) == "n", number);
  for (const char* word : {"none", "0b3e", "5 of 7", "nan", "1_000"})
    CHECK_MESSAGE(class_of(word) == "t", word);
}

TEST_CASE("a figure describes its curves, and names its units") {
  const std::string html = figure_html(
      {"F", "round", "searches", "y", {rising("a \"1\"", 3), rising("b", 1)}},
      "01-f");
  CHECK(
      html.starts_with("<figure class=\"curves\" id=\"01-f\" "
                       "data-x=\"round\" data-other=\"searches\" "
                       "data-y=\"y\" aria-labelledby=\"01-f-title\">"));
  CHECK(contains(html,
                 "aria-label=\"F by round: a &quot;1&quot; from 0 to 3; "
                 "b from 0 to 1.\""));
  CHECK(contains(html, "<figcaption id=\"01-f-title\">F</figcaption>"));
  // The second curve ends before the first.
  CHECK(contains(html,
                 "<tr><th scope=\"row\">1</th><td class=\"n\">1.0000</td>"
                 "<td class=\"n\">1.0000</td></tr>\n"
                 "<tr><th scope=\"row\">2</th><td class=\"n\">2.0000</td>"
                 "<td class=\"n\">-</td></tr>"));
  CHECK(xml_fault(html) == "");
}

TEST_CASE("a figure's numbers are twelve at most, evenly spaced") {
  ReportFigure figure{"F", "x", "", "y", {rising("c", 22)}};
  figure.small = true;
  const std::string html = figure_html(figure, "n");
  CHECK(contains(html, "class=\"curves small\""));
  // Points 0 to 22 in twelve rows, two apart.
  CHECK(times_in(html, "<tr><th scope=\"row\">") == 12);
  for (const char* at : {">0<", ">2<", ">10<", ">20<", ">22<"})
    CHECK_MESSAGE(times_in(html, "<th scope=\"row\"" + std::string(at)) == 1,
                  at);
  CHECK(times_in(html, "<th scope=\"row\">1<") == 0);
  figure.curves = {rising("c", 0)};
  CHECK(times_in(figure_html(figure, "n"), "<tr><th scope=\"row\">") == 1);
}

TEST_CASE("a picture is data of an image, which runs no script") {
  CHECK(picture_html({"P \"q\"", "<svg/>"}, "01-p") ==
        "<figure class=\"picture\" id=\"01-p\"><figcaption>P &quot;q&quot;"
        "</figcaption><img alt=\"P &quot;q&quot;\" "
        "src=\"data:image/svg+xml;base64,PHN2Zy8+\"/></figure>\n");
  CHECK(contains(picture_html({"P", "<svg>"}, "n"), "base64,PHN2Zz4=\""));
  CHECK(contains(picture_html({"P", ""}, "n"), "base64,\""));
}

TEST_CASE("panels stand side by side, each with its own name") {
  ReportPanels panels;
  panels.title = "T & t";
  panels.x = "round";
  panels.lines = {"<a>"};
  panels.panels = {{"p < q", {{{0, 0, 0.5, 0.5, 0.5}}}}, {"r", {{}}}};
  panels.columns = 2;
  panels.note = "N > n";
  const std::string html = panels_html(panels, "01-t");
  CHECK(xml_fault(html) == "");
  CHECK(
      html.starts_with("<figure class=\"panels\" id=\"01-t\" "
                       "aria-labelledby=\"01-t-title\"><figcaption "
                       "id=\"01-t-title\">T &amp; t</figcaption>"));
  CHECK(contains(html, "aria-label=\"T &amp; t; p &lt; q\""));
  CHECK(contains(html, "aria-label=\"T &amp; t; r\""));
  CHECK(contains(html, "<div class=\"row2\">"));
  CHECK(contains(html, "<p class=\"note\">N &gt; n</p>"));
  CHECK(contains(html,
                 "class=\"csv\">panel,line,round,mean,lower,upper\n"
                 "p &lt; q,&lt;a&gt;,0,0.5,0.5,0.5\n</pre>"));
  for (const std::size_t columns : {0, 9}) {
    panels.columns = columns;
    CHECK(contains(panels_html(panels, "n"),
                   columns == 0 ? "class=\"row1\"" : "class=\"row4\""));
  }
}

TEST_CASE("a table without rows is well-formed") {
  CHECK(xml_fault(table_html({"T", {"a"}}, "n")) == "");
}

TEST_CASE("attributes keep hostile names inside their quotes") {
  const std::string hostile = "\"/><script>x</script>";
  const std::string html = figure_html(
      {hostile, hostile, hostile, hostile, {rising(hostile, 1)}}, "n");
  CHECK(xml_fault(html) == "");
  CHECK_FALSE(contains(html, "<script"));
}

}  // namespace fedltr::html_elements_test
