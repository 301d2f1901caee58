#include "app/results/chart.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <regex>

#include "app/results/scatter.hpp"
#include "tests/support/scenario.hpp"
#include "tests/support/xml.hpp"

namespace fedltr::chart_test {
using namespace fedltr::test;

namespace {

std::size_t count_of(const std::string& text, const std::string& part) {
  std::size_t count = 0;
  for (std::size_t at = 0; (at = text.find(part, at)) != std::string::npos;
       ++at)
    ++count;
  return count;
}

}  // namespace

TEST_CASE("an axis has lines at round numbers around its values") {
  for (const auto& [least, most] : std::vector<std::pair<double, double>>{
           {0, 1}, {0.213, 0.418}, {-3, 1200}, {5, 5}, {-1e-7, 1e-7}}) {
    const Axis axis(least, most);
    const auto lines = axis.lines();
    CAPTURE(least);
    CHECK(lines.front() <= least);
    CHECK(lines.back() >= most - 1e-12);
    CHECK(axis.share(lines.front()) == doctest::Approx(0));
    if (least < most) {
      CHECK(lines.size() >= 4);
      CHECK(lines.size() <= 12);
      CHECK(axis.share(lines.back()) == doctest::Approx(1));
    }
  }
  const Axis axis(0.213, 0.418);
  CHECK(axis.label(axis.lines()[0]) == "0.2");
  CHECK(axis.label(axis.lines()[1]) == "0.22");
  CHECK(Axis(0, 60).label(10) == "10");
}

TEST_CASE("an axis of whole positions has no lines between them") {
  const std::vector<double> attackers = {1, 2, 3, 4};
  CHECK(Axis::across(attackers).lines() == attackers);
  CHECK(Axis::around(attackers).lines().size() > attackers.size());
  CHECK(Axis::across({7}).lines() == std::vector<double>{7, 8});
  // Not all of them are whole.
  CHECK(Axis::across({0.5, 1, 2}).lines().size() > 3);
  CHECK(Axis::across({}).lines().size() == 2);
}

TEST_CASE("an axis without values goes from 0 to 1") {
  const Axis axis = Axis::around({});
  CHECK(axis.share(0.5) == 0.5);
  CHECK(Axis::around({2, 8, 4}).share(2) == doctest::Approx(0));
}

TEST_CASE("a chart puts values between its margins, up is more") {
  const Chart chart("t", Axis(0, 10), Axis(0, 1));
  CHECK(chart.x_of(0) == doctest::Approx(70));
  CHECK(chart.x_of(10) == doctest::Approx(700));
  CHECK(chart.y_of(0) == doctest::Approx(504));
  CHECK(chart.y_of(1) == doctest::Approx(64));
  CHECK(chart.path({{0, 0}, {10, 1}}) == "70.0,504.0 700.0,64.0");
}

TEST_CASE("a chart has title, both axes' names, lines and a legend") {
  Chart chart("A <title>", Axis(0, 10), Axis(0, 1));
  chart.name_axes("round", "ndcg");
  chart.legend("first", "#111111");
  chart.legend("second", "#222222");
  const std::string svg = chart.take();
  for (const char* part :
       {">A &lt;title&gt;</text>", ">round</text>", ">ndcg</text>",
        ">first</text>", ">second</text>", "rotate(-90", "fill=\"#222222\""})
    has(svg, part);
  CHECK(count_of(svg, "<line") ==
        Axis(0, 10).lines().size() + Axis(0, 1).lines().size());
}

TEST_CASE("a scatter plot has a circle a point, inside the axes") {
  Matrix some(3, 2);
  some << 0, 0, 4, 1, 10, -5;
  const std::string svg = scatter_svg(
      {{"some", "#123456", some}, {"none", "#654321", Matrix(0, 2)}}, "title",
      "across", "up");
  CHECK(count_of(svg, "r=\"2.6\" fill=\"#123456\"") == 3);
  CHECK(count_of(svg, "r=\"2.6\" fill=\"#654321\"") == 0);
  has(svg, ">none</text>");
  const std::regex centre("cx=\"([0-9.]+)\" cy=\"([0-9.]+)\" r=\"2.6\"");
  for (std::sregex_iterator at(svg.begin(), svg.end(), centre), end; at != end;
       ++at) {
    CHECK(std::stod((*at)[1]) >= 70);
    CHECK(std::stod((*at)[1]) <= 700);
    CHECK(std::stod((*at)[2]) >= 64);
    CHECK(std::stod((*at)[2]) <= 504);
  }
}

TEST_CASE("learning curves: a line, a band over runs, the baseline beside") {
  const TemporaryFolder folder;
  const std::string scenario =
      "[synthetic]\nlike = custom\nqueries = 30\ndocuments = 10\n"
      "features = 4\n[federation]\nclients = 8\ninteractions = 2\n"
      "rounds = 6\n[evaluation]\nevery = 2\n";
  REQUIRE(run_text(folder, scenario, "one", {}).code == 0);
  const std::string one = read_text(folder / "one/curves.svg");
  CHECK(count_of(one, "<polyline") == 1);
  CHECK(count_of(one, "<polygon") == 0);
  has(one, ">learned</text>");
  const std::regex line("<polyline points=\"([^\"]*)\"");
  std::smatch found;
  REQUIRE(std::regex_search(one, found, line));
  CHECK(std::ranges::count(found[1].str(), ',') == 4);  // rounds 0, 2, 4, 6
  REQUIRE(run_text(folder, scenario, "two",
                   {"run.repeats=2", "attack.kind=ipm", "attack.clients=2"})
              .code == 0);
  const std::string two = read_text(folder / "two/curves.svg");
  CHECK(count_of(two, "<polyline") == 2);
  CHECK(count_of(two, "<polygon") == 2);
  has(two, ">everybody honest</text>");
  has(two, "mean and standard deviation of 2 runs");
}

TEST_CASE("an axis steps by 1, 2 or 5 times a power of ten") {
  const auto step = [](double least, double most) {
    const auto lines = Axis(least, most).lines();
    return lines[1] - lines[0];
  };
  // A sixth of the range, rounded: to 2 from 1.5 on, to 5 from 3.5 on.
  CHECK(step(0, 6) == doctest::Approx(1));
  CHECK(step(0, 8.9) == doctest::Approx(1));
  CHECK(step(0, 9.1) == doctest::Approx(2));
  CHECK(step(0, 20.9) == doctest::Approx(2));
  CHECK(step(0, 21.1) == doctest::Approx(5));
  CHECK(step(0, 59.9) == doctest::Approx(5));
  CHECK(step(0, 60.1) == doctest::Approx(10));
  CHECK(step(0, 7e-5) == doctest::Approx(1e-5));
  CHECK(step(-3e6, 3e6) == doctest::Approx(1e6));
}

TEST_CASE("lines of an axis are labelled without rounding errors") {
  const Axis axis(0.1, 0.72);
  std::string labels;
  for (const double line : axis.lines()) labels += axis.label(line) + " ";
  CHECK(labels == "0.1 0.2 0.3 0.4 0.5 0.6 0.7 0.8 ");
  const Axis around(-0.2, 0.2);
  std::string both;
  for (const double line : around.lines()) both += around.label(line) + " ";
  CHECK(both == "-0.2 -0.15 -0.1 -0.05 0 0.05 0.1 0.15 0.2 ");
  CHECK(Axis(0, 6e6).label(2e6) == "2e+06");
}

TEST_CASE("values that are all alike have an axis, however large") {
  for (const double value : {0.0, 1.0, -7.0, 1e6, 1e12, -1e15, 1e-12}) {
    CAPTURE(value);
    const Axis axis = Axis::around({value, value});
    CHECK(std::isfinite(axis.share(value)));
    CHECK(axis.share(value) >= 0);
    CHECK(axis.share(value) <= 1);
    CHECK(axis.lines().size() >= 2);
    CHECK(axis.lines().size() <= 12);
  }
}

TEST_CASE("NaN and infinity take no room on an axis") {
  const double nan = std::nan("");
  const double inf = std::numeric_limits<double>::infinity();
  const Axis axis = Axis::around({nan, 0, 10, inf, -inf});
  CHECK(axis.share(0) == 0);
  CHECK(axis.share(10) == 1);
  CHECK(Axis::around({nan, nan}).share(0.5) == 0.5);
}

TEST_CASE("entries of a legend are beside each other, by their length") {
  Chart chart("t", Axis(0, 1), Axis(0, 1));
  chart.legend("four", "red");
  chart.legend("b", "blue");
  const std::string svg = chart.take();
  CHECK(xml_fault(svg) == "");
  has(svg,
      "<circle cx=\"75.0\" cy=\"44\" r=\"5\" fill=\"red\"/>\n"
      "<text x=\"86.0\" y=\"48.0\">four</text>\n");
  has(svg, "<circle cx=\"143.0\" cy=\"44\" r=\"5\" fill=\"blue\"/>");
}

TEST_CASE("names of a scatter plot can't break it") {
  const std::string svg =
      scatter_svg({{"<a> & \"b\"", "#111111", Matrix::Identity(2, 2)}}, "x < y",
                  "1 & 2", "]]>");
  CHECK(xml_fault(svg) == "");
  has(svg, ">&lt;a&gt; &amp; &quot;b&quot;</text>");
}

}  // namespace fedltr::chart_test
