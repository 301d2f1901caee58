#include "app/results/matrix.hpp"
#include "tests/support/grid_points.hpp"
#include "tests/support/scenario.hpp"
#include "tests/support/small_results.hpp"
#include "tests/support/xml.hpp"

namespace fedltr::matrix_svg_test {
using namespace fedltr::test;

TEST_CASE("matrix.svg is darkest where most is lost, white where nothing is") {
  const std::string svg =
      matrix_svg({{"p", "none", "mean", attack_report(0.5, 0.5)},
                  {"p", "lie", "mean", attack_report(0.1, 0.5)}},
                 "Title & more", "ndcg@10");
  has(svg, "fill=\"#fffaf0\"");  // no loss
  has(svg, "fill=\"#a50f15\"");  // the largest loss
  has(svg, ">0.500</text>");
  has(svg, " fill=\"white\">0.100</text>");  // legible on dark red
  has(svg, "Title &amp; more: ndcg@10");
  for (const char* name : {">p<", ">none<", ">lie<", ">mean<"}) has(svg, name);
}

TEST_CASE("matrix.svg is a picture of a grid over an attack's keys") {
  const auto svg_of = [](const std::vector<PointResults>& points) {
    return text_of(matrix_svg_file(), GridResults{"name", points});
  };
  CHECK(svg_of({grid_point({{"run.seed", "1"}}, 0.2)}).empty());
  has(svg_of({grid_point({{"attack.clients", "1"}}, 0.2)}), "name: ndcg@10");
}

TEST_CASE("no name breaks the picture of a matrix") {
  const std::string hostile = "a<b & \"c\" ]]> \x01";
  const std::string svg = matrix_svg(
      {{hostile, hostile, hostile, attack_report(0.25, 0)}}, hostile, hostile);
  CHECK(xml_fault(svg) == "");
}

TEST_CASE("a matrix of equal values is white, and shades are by panel") {
  const auto shades = [](const std::vector<MatrixCell>& cells) {
    std::vector<std::string> found;
    const std::string svg = matrix_svg(cells, "t", "m");
    for (auto at = svg.find("fill=\"#"); at != svg.npos;
         at = svg.find("fill=\"#", at + 1))
      found.push_back(svg.substr(at + 6, 7));
    return found;
  };
  CHECK(shades({{"", "lie", "mean", attack_report(0.5, 0)},
                {"", "ipm", "mean", attack_report(0.5, 0.5)}}) ==
        std::vector<std::string>{"#fffaf0", "#fffaf0"});
  // .25 is the best of panel b, though a panel beside it has .5; one of half
  // the largest loss has half of its colour.
  CHECK(shades({{"a", "lie", "mean", attack_report(0.5, 0)},
                {"a", "ipm", "mean", attack_report(0.25, 0)},
                {"a", "sign", "mean", attack_report(0, 0)},
                {"b", "lie", "mean", attack_report(0.25, 0)}}) ==
        std::vector<std::string>{"#fffaf0", "#d28583", "#a50f15", "#fffaf0"});
  // The loss to the honest baseline counts too.
  CHECK(shades({{"", "lie", "mean", attack_report(0.25, 0.5)}}) ==
        std::vector<std::string>{"#a50f15"});
}

}  // namespace fedltr::matrix_svg_test
