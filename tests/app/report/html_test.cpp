#include <doctest/doctest.h>
#include <openssl/evp.h>

#include "app/report/html_elements.hpp"
#include "app/report/writers.hpp"
#include "tests/app/report/report_support.hpp"
#include "tests/support/xml.hpp"

namespace fedltr::html_test {
using namespace fedltr::test;

namespace {

/// Text between two strings, from the first occurrence of `from`.
std::string between(const std::string& text, const std::string& from,
                    const std::string& to) {
  const std::size_t begin = text.find(from);
  REQUIRE(begin != text.npos);
  const std::size_t first = begin + from.size();
  return text.substr(first, text.find(to, first) - first);
}

std::string sha256_base64(const std::string& text) {
  unsigned char digest[32];
  unsigned int size = 0;
  EVP_Digest(text.data(), text.size(), digest, &size, EVP_sha256(), nullptr);
  unsigned char encoded[45];
  EVP_EncodeBlock(encoded, digest, 32);
  return {encoded, encoded + 44};
}

/// A line from 0 to `rounds` that rises by one per round.
FigureCurve rising(const std::string& name, int rounds) {
  FigureCurve curve{name};
  for (int i = 0; i <= rounds; ++i) {
    const auto at = static_cast<double>(i);
    curve.points.push_back({at, at, at, at, at});
  }
  return curve;
}

}  // namespace

TEST_CASE("elements escape their attributes, not what stands in them") {
  CHECK(element("p", {}, "<b/>") == "<p><b/></p>");
  CHECK(element("a", {{"href", "\"><x>"}, {"id", "a&b"}}, "") ==
        "<a href=\"&quot;&gt;&lt;x&gt;\" id=\"a&amp;b\"></a>");
}

TEST_CASE("the policy's digest is that of the one script of the page") {
  // The digest of an empty text, from FIPS 180-4's examples, checks the test.
  REQUIRE(sha256_base64("") == "47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=");
  const std::string html = report_html({"t", {}});
  const std::string script = between(html, "<script>", "</script>");
  CHECK(script.size() > 1000);
  CHECK(between(html, "script-src 'sha256-", "'") == sha256_base64(script));
  // It does not depend on the page's content.
  const std::string other = report_html({"</script>", {{"s", {}}}});
  CHECK(between(other, "script-src 'sha256-", "'") == sha256_base64(script));
  CHECK(between(html, "Content-Security-Policy\" content=\"", "; script") ==
        "default-src 'none'; img-src data:; style-src 'unsafe-inline'");
}

TEST_CASE("sections have headings that the contents lead to") {
  const std::string html = report_html(
      {"a < b", {{"One & two", {Paragraph{"yes", true}}}, {"Three", {}}}});
  CHECK(contains(html, "<title>a &lt; b - fedltr report</title>"));
  CHECK(contains(html, "<h1>a &lt; b</h1>"));
  CHECK(contains(html,
                 "<li><a href=\"#section-0\">One &amp; two</a></li>"
                 "<li><a href=\"#section-1\">Three</a></li>"));
  CHECK(contains(html,
                 "<section aria-labelledby=\"section-0\"><h2 "
                 "id=\"section-0\">One &amp; two</h2><div "
                 "class=\"blocks\"><p class=\"answer\">yes</p></div>"));
  CHECK(contains(report_html({"t", {{"s", {Paragraph{"so"}}}}}),
                 "<p class=\"text\">so</p>"));
}

TEST_CASE("blocks are numbered through the page, paragraphs are not") {
  const ReportTable table{"T", {"a"}, {{{"b"}}}};
  const std::string html = report_html(
      {"t",
       {{"s", {Paragraph{"p"}, table, ReportPicture{"P", "<svg/>"}}},
        {"u", {ReportFigure{"F", "x", "", "y", {rising("c", 1)}}, table}}}});
  for (const char* id : {"01-t", "02-p", "03-f", "04-t"})
    CHECK_MESSAGE(times_in(html, std::string(" id=\"") + id + "\"") == 1, id);
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

TEST_CASE("the page passes the shapes of curves to its script") {
  const std::string html = report_html({"t", {}});
  CHECK(contains(html,
                 "<main data-colours=\"#0072b2 #d55e00 #009e73 #c0659a "
                 "#a87700 #3b8fc4 #7f7f7f #8b5fbf\" "
                 "data-dashes=\"|8 3 |2 3 |10 3 2 3 ||5 5 |2 2 |12 4 "
                 "\">"));
}

TEST_CASE("a page of many curves holds fewer points of each") {
  const auto points_of_page = [](std::size_t figures) {
    ReportSection section{"s", {}};
    for (std::size_t f = 0; f < figures; ++f)
      section.blocks.emplace_back(
          ReportFigure{"F", "x", "", "y", {rising("c", 999)}});
    // Rows of the first figure's CSV, without its line of names.
    const std::string csv =
        between(report_html({"t", {section}}), "class=\"csv\">", "</pre>");
    return times_in(csv, "\n") - 1;
  };
  // Rising: the first and the last point of each part. At most 150 parts, 1500
  // divided by the page's curves, at least 6.
  CHECK(points_of_page(1) == 300);
  CHECK(points_of_page(10) == 300);
  CHECK(points_of_page(50) == 60);
  CHECK(points_of_page(400) == 12);
}

}  // namespace fedltr::html_test
