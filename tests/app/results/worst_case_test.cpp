#include <cmath>

#include "app/results/matrix.hpp"
#include "tests/support/csv.hpp"
#include "tests/support/grid_points.hpp"
#include "tests/support/scenario.hpp"
#include "tests/support/small_results.hpp"

namespace fedltr::worst_case_test {
using namespace fedltr::test;

TEST_CASE("a rule's worst case is over all attacks and strengths") {
  const auto cell = [](const char* panel, const char* attack, const char* rule,
                       double attacked, double honest) {
    MatrixCell cell{panel, attack, rule, attack_report(attacked, honest)};
    cell.report.robust = rule != std::string("mean");
    cell.report.attackers = attack == std::string("none") ? 0 : 3;
    return cell;
  };
  const std::vector<MatrixCell> cells = {
      cell("", "none", "mean", 0.5, 0),
      cell("", "none", "krum", 0.25, 0),
      cell("", "ipm factor=1", "mean", 0.125, 0.5),
      cell("", "ipm factor=9", "mean", 0.0625, 0.5),
      cell("", "ipm factor=1", "krum", 0.1875, 0.375),
      cell("", "ipm factor=9", "krum", 0.25, 0.375),
      cell("other", "ipm factor=9", "krum", 0.125, 0)};
  const auto worst = worst_cases(cells);
  REQUIRE(worst.size() == 3);
  CHECK(worst[0].rule == "krum");  // the best of its panel comes first
  CHECK(worst[0].attack == "ipm factor=1");
  CHECK(worst[0].attacked.mean == 0.1875);
  CHECK(worst[0].honest == 0.375);  // of the rule as set under that attack
  CHECK(worst[0].cost == 0.125);
  CHECK(worst[1].attack == "ipm factor=9");
  CHECK(worst[1].cost == 0);
  CHECK(worst[2].panel == "other");
  CHECK(std::isnan(worst[2].honest));
  CHECK(worst_csv(worst, "map")
            .starts_with("panel,rule,honest,cost,attack,map,map_std\n"
                         "\"\",krum,0.375,0.125,ipm factor=1,0.1875,0.01\n"));
  CHECK(worst_cases({cells[0], cells[1]}).empty());
  const std::string svg = matrix_svg(cells, "title", "map");
  has(svg, ">worst case</text>");
  has(svg, "font-weight=\"bold\">0.062</text>");
}

TEST_CASE("the first of equal cases is named, rules keep their order") {
  const auto cell = [](const char* attack, const char* rule) {
    MatrixCell each{"", attack, rule, attack_report(0.25, 0)};
    each.report.attackers = 1;
    each.report.robust = true;
    return each;
  };
  const auto worst = worst_cases({cell("lie", "median"), cell("ipm", "median"),
                                  cell("ipm", "krum"), cell("lie", "krum")});
  REQUIRE(worst.size() == 2);
  CHECK(worst[0].rule == "median");
  CHECK(worst[0].attack == "lie");
  CHECK(worst[1].rule == "krum");
  CHECK(worst[1].attack == "ipm");
  // No rule averages, so the cost of these is not known.
  CHECK(std::isnan(worst[0].cost));
  const auto rows = cells_of(worst_csv(worst, "map"));
  REQUIRE(rows.size() == 3);
  CHECK(rows[1] == std::vector<std::string>{"", "median", "nan", "nan", "lie",
                                            "0.25", "0.01"});
}

TEST_CASE("a rule that was not attacked has no worst case") {
  MatrixCell calm{"", "none", "krum", attack_report(0.5, 0)};
  MatrixCell attacked{"", "lie", "mean", attack_report(0.25, 0)};
  attacked.report.attackers = 2;
  const auto worst = worst_cases({calm, attacked});
  REQUIRE(worst.size() == 1);
  CHECK(worst[0].rule == "mean");
  CHECK(worst_cases({}).empty());
}

TEST_CASE("worst.csv needs an attack in the grid") {
  const auto csv_of = [](const std::vector<PointResults>& points) {
    return text_of(worst_csv_file(), GridResults{"name", points});
  };
  std::vector<PointResults> points = {
      grid_point({{"attack.clients", "1"}}, 0.2)};
  CHECK(csv_of(points).empty());
  points[0].attack->attackers = 1;
  has(csv_of(points), "panel,rule,honest,cost,attack,ndcg@10,ndcg@10_std\n");
}

}  // namespace fedltr::worst_case_test
