// The plot of learning curves, from results made by hand.
#include <regex>

#include "app/results/chart.hpp"
#include "app/results/federation_files.hpp"
#include "tests/support/scenario.hpp"
#include "tests/support/small_results.hpp"
#include "tests/support/xml.hpp"

namespace fedltr::curves_svg_test {
using namespace fedltr::test;

namespace {

std::string curves_of(const SmallResults& small) {
  const std::string svg = text_of(curves_svg_file(), small.results());
  CHECK(xml_fault(svg) == "");
  return svg;
}

/// The points of the n-th element of a type.
std::string points_of(const std::string& svg, const std::string& element,
                      int number = 0) {
  const std::regex tag("<" + element + " points=\"([^\"]*)\"");
  std::sregex_iterator found(svg.begin(), svg.end(), tag);
  for (; number > 0; --number) ++found;
  REQUIRE(found != std::sregex_iterator());
  return (*found)[1].str();
}

/// A run with these rounds and metrics.
Run run_of(const std::vector<std::pair<std::uint32_t, double>>& rounds,
           std::uint32_t repeat = 1) {
  Run finished = small_run(0.5, repeat);
  finished.result.rounds.clear();
  for (const auto& [round, metric] : rounds)
    finished.result.rounds.push_back(small_record(round, metric));
  return finished;
}

}  // namespace

TEST_CASE("a curve goes through the rounds that were evaluated") {
  SmallResults small;
  small.runs = {run_of({{0, 0}, {5, 0.5}, {10, 1}})};
  const Chart chart("", Axis(0, 10), Axis(0, 1));
  CHECK(points_of(curves_of(small), "polyline") ==
        chart.path({{0, 0}, {5, 0.5}, {10, 1}}));
  CHECK(chart.path({{0, 0}, {10, 1}}) == "70.0,504.0 700.0,64.0");
}

TEST_CASE("a band is a standard deviation to each side of the mean") {
  SmallResults small;
  small.runs = {run_of({{0, 0.2}, {10, 0.4}}),
                run_of({{0, 0.2}, {10, 0.8}}, 2)};
  const std::string svg = curves_of(small);
  // For .4 and .8: mean .6, deviation .2 sqrt 2.
  const double deviation = 0.2 * std::sqrt(2.0);
  const Chart chart("", Axis(0, 10), Axis(0.2, 0.6 + deviation));
  CHECK(points_of(svg, "polyline") == chart.path({{0, 0.2}, {10, 0.6}}));
  CHECK(
      points_of(svg, "polygon") ==
      chart.path(
          {{0, 0.2}, {10, 0.6 + deviation}, {10, 0.6 - deviation}, {0, 0.2}}));
  has(svg, ">tiny, mean and standard deviation of 2 runs</text>");
}

TEST_CASE("rounds that only some runs evaluated are means over these") {
  SmallResults small;
  // The second run was interrupted.
  small.runs = {run_of({{0, 0}, {5, 0.25}, {10, 1}}),
                run_of({{0, 0}, {5, 0.75}}, 2)};
  const std::string line = points_of(curves_of(small), "polyline");
  CHECK(std::ranges::count(line, ',') == 3);
  CHECK(line.ends_with("700.0,64.0"));  // one run only, without a deviation
}

TEST_CASE("points less than a pixel apart are left out") {
  SmallResults small;
  std::vector<std::pair<std::uint32_t, double>> rounds;
  for (std::uint32_t round = 0; round <= 6300; ++round)
    rounds.emplace_back(round, round / 6300.0);
  small.runs = {run_of(rounds)};
  const std::string line = points_of(curves_of(small), "polyline");
  const auto points = std::ranges::count(line, ',');
  // The axis ends at 7000: ten rounds are .9 of a pixel, 630 pixels in all.
  CHECK(points > 500);
  CHECK(points <= 631);
  CHECK(line.starts_with("70.0,504.0 "));
}

TEST_CASE("under attack the baseline is drawn below, in its own colour") {
  SmallResults small;
  small.runs = {run_of({{0, 0}, {10, 0.5}})};
  small.honest = {run_of({{0, 0}, {10, 1}})};
  const std::string svg = curves_of(small);
  const Chart chart("", Axis(0, 10), Axis(0, 1));
  CHECK(points_of(svg, "polyline", 0) == chart.path({{0, 0}, {10, 1}}));
  CHECK(points_of(svg, "polyline", 1) == chart.path({{0, 0}, {10, 0.5}}));
  has(svg, ">everybody honest</text>");
  has(svg, ">under attack</text>");
  CHECK(svg.find(">learned<") == std::string::npos);
  CHECK(svg.find("#d95f02") < svg.find("#1b6ca8"));
}

TEST_CASE("a run of its initial model alone has a picture") {
  SmallResults small;
  small.runs = {run_of({{0, 0.25}})};
  const std::string svg = curves_of(small);
  CHECK(points_of(svg, "polyline").starts_with("70.0,"));
  CHECK(svg.find("nan") == std::string::npos);
  CHECK(svg.find("inf") == std::string::npos);
}

TEST_CASE("a study's name can't break its picture") {
  SmallResults small;
  small.scenario.run.name = "a<b & \"c\" ]]> \x01";
  const std::string svg = curves_of(small);
  has(svg, ">a&lt;b &amp; &quot;c&quot; ]]&gt; \uFFFD</text>");
  CHECK(curves_of(small) == svg);
}

}  // namespace fedltr::curves_svg_test
