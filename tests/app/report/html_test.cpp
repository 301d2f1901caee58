#include <doctest/doctest.h>
#include <openssl/evp.h>

#include "app/report/html_elements.hpp"
#include "app/report/writers.hpp"
#include "tests/app/report/report_support.hpp"
#include "tests/support/xml.hpp"

namespace fedltr::html_test {
using namespace fedltr::test;

namespace {

std::string sha256_base64(const std::string& text) {
  unsigned char digest[32];
  unsigned int size = 0;
  EVP_Digest(text.data(), text.size(), digest, &size, EVP_sha256(), nullptr);
  unsigned char encoded[45];
  EVP_EncodeBlock(encoded, digest, 32);
  return {encoded, encoded + 44};
}

}  // namespace

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
