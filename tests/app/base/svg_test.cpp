#include "app/base/svg.hpp"

#include <doctest/doctest.h>

#include "tests/support/scenario.hpp"

namespace fedltr::svg_test {
using fedltr::test::has;

TEST_CASE("a picture is one element with its size, on white") {
  Svg svg(30, 20, 12);
  const std::string text = svg.take();
  CHECK(
      text.starts_with("<svg xmlns=\"http://www.w3.org/2000/svg\" "
                       "width=\"30\" height=\"20\" "
                       "viewBox=\"0 0 30 20\""));
  has(text, "<rect width=\"30\" height=\"20\" fill=\"white\"/>\n");
  CHECK(text.ends_with("</svg>\n"));
}

TEST_CASE("integers stay integers, others have one digit") {
  Svg svg(9, 9, 9);
  svg.add("circle", {{"cx", 3}, {"cy", 1.26}, {"r", 2.0}, {"fill", "#fff"}});
  has(svg.take(), "<circle cx=\"3\" cy=\"1.3\" r=\"2.0\" fill=\"#fff\"/>\n");
}

TEST_CASE("texts and attributes can't break the picture") {
  CHECK(xml_escaped("a<b & \"c\"") == "a&lt;b &amp; &quot;c&quot;");
  Svg svg(9, 9, 9);
  svg.text(1, 2, "x < y & z", {{"id", "a\"b"}});
  has(svg.take(),
      "<text x=\"1\" y=\"2\" id=\"a&quot;b\">x &lt; y &amp; z</text>\n");
}

TEST_CASE("points of a path stand in one attribute") {
  CHECK(svg_points({{1, 2}, {3.25, 4}}) == "1.0,2.0 3.2,4.0");
  CHECK(svg_points({}).empty());
}

TEST_CASE("a picture of the same elements is the same text") {
  const auto picture = [] {
    Svg svg(10, 5, 8);
    svg.add("polyline", {{"points", svg_points({{0, 0}, {9.99, 4.96}})}});
    svg.text(2.5, 3, "title", {{"text-anchor", "middle"}});
    return svg.take();
  };
  CHECK(picture() ==
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"10\" height=\"5\" "
        "viewBox=\"0 0 10 5\" font-family=\"sans-serif\" font-size=\"8\">\n"
        "<rect width=\"10\" height=\"5\" fill=\"white\"/>\n"
        "<polyline points=\"0.0,0.0 10.0,5.0\"/>\n"
        "<text x=\"2.5\" y=\"3\" text-anchor=\"middle\">title</text>\n"
        "</svg>\n");
  CHECK(picture() == picture());
}

TEST_CASE("no text ends a character section, or holds what XML can't") {
  CHECK(xml_escaped("a]]>b") == "a]]&gt;b");
  CHECK(xml_escaped("tab\tline\n") == "tab\tline\n");
  // XML 1.0, section 2.2, forbids control characters, escaped or not.
  CHECK(xml_escaped(std::string("a\x01z\x1f") + '\0') ==
        "a\uFFFDz\uFFFD\uFFFD");
  CHECK(xml_escaped("\u00e9\u4e2d") == "\u00e9\u4e2d");
  CHECK(xml_escaped("caf\xe9<") == "caf\uFFFD&lt;");
  CHECK(xml_escaped("\xed\xa0\x80") == "\uFFFD\uFFFD\uFFFD");  // a surrogate
  CHECK(xml_escaped("\uFFFE\uFFFF\U0001F600") == "\uFFFD\uFFFD\U0001F600");
}

}  // namespace fedltr::svg_test
