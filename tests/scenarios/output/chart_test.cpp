#include "scenarios/output/chart.hpp"

#include <algorithm>
#include <regex>

#include "scenarios/output/scatter.hpp"
#include "tests/support/scenario.hpp"

using namespace fedltr;
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

TEST_CASE("an axis without values goes from 0 to 1") {
  const Axis axis = Axis::around({});
  CHECK(axis.share(0.5) == 0.5);
  CHECK(Axis::around({2, 8, 4}).share(2) == doctest::Approx(0));
}

TEST_CASE("a chart puts values between its margins, up is more") {
  const Chart chart("t", "x", "y", Axis(0, 10), Axis(0, 1));
  CHECK(chart.x_of(0) == doctest::Approx(70));
  CHECK(chart.x_of(10) == doctest::Approx(700));
  CHECK(chart.y_of(0) == doctest::Approx(504));
  CHECK(chart.y_of(1) == doctest::Approx(64));
  CHECK(chart.path({{0, 0}, {10, 1}}) == "70.0,504.0 700.0,64.0");
}

TEST_CASE("a chart has title, both axes' names, lines and a legend") {
  Chart chart("A <title>", "round", "ndcg", Axis(0, 10), Axis(0, 1));
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
      "[synthetic]\ntwin = custom\nqueries = 30\ndocuments = 10\n"
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
