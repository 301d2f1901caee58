#include "app/results/matrix.hpp"
#include "tests/support/csv.hpp"
#include "tests/support/grid_points.hpp"
#include "tests/support/scenario.hpp"
#include "tests/support/small_results.hpp"

namespace fedltr::matrix_csv_test {
using namespace fedltr::test;

TEST_CASE("a matrix has a cell a point: attack by rule, a panel of the rest") {
  const auto cells = matrix_cells(
      {grid_point({{"attack.kind", "lie"}, {"attack.lie.z", "2"}}, 0.3),
       grid_point({{"attack.kind", "lie"},
                   {"aggregation.rule", "krum"},
                   {"aggregation.malicious", "3"},
                   {"clicks.model", "pbm"}},
                  0.2)});
  REQUIRE(cells.size() == 2);
  CHECK(cells[0].panel.empty());
  CHECK(cells[0].attack == "lie lie.z=2");
  CHECK(cells[0].rule == "median");
  CHECK(cells[1].panel == "clicks.model = pbm");
  CHECK(cells[1].rule == "krum malicious=3");
  CHECK(matrix_cells({grid_point({{"clicks.model", "pbm"}}, 0.3)}).empty());
}

TEST_CASE("named points of an attack are its cells, others name panels") {
  auto named =
      grid_point({{"grid.attack", "weak"}, {"grid.scale", "small"}}, 0.3);
  named.named = {{"grid.attack", "weak", {"attack.kind", "attack.lie.z"}},
                 {"grid.scale", "small", {"attack.clients", "run.seed"}}};
  const auto cells = matrix_cells({named});
  REQUIRE(cells.size() == 1);
  CHECK(cells[0].attack == "weak");
  CHECK(cells[0].panel == "grid.scale = small");
}

TEST_CASE("matrix.csv has what is lost and what is rejected") {
  CHECK(matrix_csv({{"a, b", "lie", "krum", attack_report(0.25, 0.5)},
                    {"", "lie", "median", attack_report(0.25, 0)}},
                   "ndcg@10") ==
        "panel,attack,rule,ndcg@10,ndcg@10_std,honest,lost,rejected_attackers,"
        "rejected_honest\n\"a, b\",lie,krum,0.25,0.01,0.5,0.25,0.75,nan\n"
        "\"\",lie,median,0.25,0.01,nan,nan,0.75,nan\n");
}

TEST_CASE("a matrix is written only for a grid over an attack's keys") {
  const std::vector<PointResults> plain = {
      grid_point({{"run.seed", "1"}}, 0.2)};
  const auto csv_of = [](const std::vector<PointResults>& points) {
    return text_of(matrix_csv_file(), GridResults{"name", points});
  };
  CHECK(csv_of(plain).empty());
  std::vector<PointResults> attacked = {
      grid_point({{"attack.clients", "1"}}, 0.2)};
  has(csv_of(attacked), ",1,median,0.2,");
  attacked[0].attack.reset();  // as of silos
  CHECK(csv_of(attacked).empty());
}

TEST_CASE("named points that set keys of other sections too name a panel") {
  auto mixed = grid_point({{"attack.clients", "2"}, {"grid.p", "x"}}, 0.3);
  mixed.named = {{"grid.p", "x", {"aggregation.rule", "run.seed"}}};
  CHECK(matrix_cells({mixed}).at(0).panel == "grid.p = x");
  mixed.named = {{"grid.p", "x", {"aggregation.rule"}}};
  CHECK(matrix_cells({mixed}).at(0).panel.empty());
  CHECK(matrix_cells({mixed}).at(0).rule == "x");
  // A list that sets nothing is of no section.
  mixed.named = {{"grid.p", "x", {}}};
  CHECK(matrix_cells({mixed}).at(0).panel == "grid.p = x");
}

TEST_CASE("one point without an attack's report leaves no matrix") {
  std::vector<PointResults> points = {
      grid_point({{"attack.clients", "1"}}, 0.2),
      grid_point({{"attack.clients", "2"}}, 0.2)};
  CHECK(matrix_cells(points).size() == 2);
  points[1].attack.reset();
  CHECK(matrix_cells(points).empty());
  CHECK(matrix_cells({}).empty());
}

TEST_CASE("names of a matrix are each one cell") {
  const std::string hostile = " a\"b,c\nd";
  const auto rows = cells_of(matrix_csv(
      {{hostile, hostile, hostile, attack_report(0.25, 0)}}, hostile));
  REQUIRE(rows.size() == 2);
  for (const std::size_t column : {0, 1, 2}) CHECK(rows[1][column] == hostile);
  CHECK(rows[0][3] == hostile);
  CHECK(rows[0][4] == hostile + "_std");
}

}  // namespace fedltr::matrix_csv_test
