// The files for a grid's points and for numbers of threads.
#include <cmath>

#include "app/results/matrix.hpp"
#include "app/results/staged_results.hpp"
#include "app/results/study_files.hpp"
#include "tests/support/scenario.hpp"

namespace fedltr::grid_test {
using namespace fedltr::test;

namespace {

AttackReport report(double attacked, double honest) {
  AttackReport report;
  report.kind = "ipm";
  report.rule = "median";
  report.attacked = {attacked, 0.01, 2};
  if (honest > 0) report.honest = {honest, 0.02, 2};
  report.rejected_attackers = 0.75;
  report.rejected_honest = std::nan("");
  return report;
}

PointResults point(const PointSettings& settings, double metric) {
  PointResults point;
  point.folder = point_folder(settings, 0);
  point.settings = settings;
  point.metrics = {{"ndcg@10", {metric, 0.125, 3}},
                   {"online_discounted", {7, 0, 3}}};
  point.signature = "abc";
  point.attack = report(metric, 0.5);
  point.claimed = std::numeric_limits<double>::infinity();
  point.accounted = 4.5;
  return point;
}

std::string text_of(const GridFile& file, const GridResults& results) {
  std::string all;
  if (!file.wanted || file.wanted(results))
    file.write(results,
               [&](const std::string&, std::string_view text) { all += text; });
  return all;
}

}  // namespace

TEST_CASE("grid.csv has a row per point: settings, metrics, account") {
  const std::vector<PointResults> points = {
      point({{"clicks.model", "pbm"}, {"learner.rate", "0.1"}}, 0.25)};
  CHECK(grid_csv(points) ==
        "folder,clicks.model,learner.rate,ndcg@10,ndcg@10_std,"
        "online_discounted,online_discounted_std,n,claimed,accounted,"
        "signature\n\"clicks.model=pbm,learner.rate=0.1\",pbm,0.1,0.25,0.125,7,"
        "0,3,inf,4.5,abc\n");
}

TEST_CASE("grid.csv has each metric below its name, of any of the points") {
  std::vector<PointResults> points = {point({{"run.seed", "1"}}, 0.25),
                                      point({{"run.seed", "2"}}, 0.5)};
  points[1].metrics.insert(points[1].metrics.begin() + 1,
                           {"validation_ndcg@10", {0.75, 0, 3}});
  const std::string csv = grid_csv(points);
  has(csv,
      ",online_discounted_std,validation_ndcg@10,validation_ndcg@10_std,n");
  has(csv, ",1,0.25,0.125,7,0,nan,nan,3,");
  has(csv, ",2,0.5,0.125,7,0,0.75,0,3,");
}

TEST_CASE("grid.csv marks points that were cut short, while there are any") {
  std::vector<PointResults> points = {point({{"run.seed", "1"}}, 0.25),
                                      point({{"run.seed", "2"}}, 0.25)};
  CHECK(grid_csv(points).find("cut_short") == std::string::npos);
  points[1].cut_short = "1 of 3 runs ended";
  const std::string csv = grid_csv(points);
  has(csv, "folder,run.seed,ndcg@10,");  // no column moves
  has(csv, ",signature,cut_short\n");
  has(csv, ",\n\"run.seed=2\",2,0.25,");
  has(csv, ",1 of 3 runs ended\n");
}

TEST_CASE("grid.csv has columns of unlearning where there was any") {
  std::vector<PointResults> points = {point({{"run.seed", "1"}}, 0.25),
                                      point({{"run.seed", "2"}}, 0.25)};
  UnlearningReport report;
  report.before = {0.2, 0, 1};
  report.unlearned = {0.3, 0, 1};
  report.retrained = {0.4, 0, 1};
  report.gap = 0.2;
  report.distance.before = 2;
  report.distance.after = 1;
  report.cost.steps = 10;
  report.retraining.steps = 50;
  points[1].unlearned = {UnlearningReport(), report};
  const std::string csv = grid_csv(points);
  has(csv, "signature,before,retrained,gap_closed,distance_left,steps_saved\n");
  has(csv, "abc,nan,nan,nan,nan,nan\n");
  std::istringstream last(csv.substr(csv.rfind("abc,") + 4));
  std::vector<double> values;
  for (std::string cell; std::getline(last, cell, ',');)
    values.push_back(std::stod(cell));
  REQUIRE(values.size() == 5);
  CHECK(values[0] == 0.2);
  CHECK(values[1] == 0.4);
  CHECK(values[2] == doctest::Approx(0.5));
  CHECK(values[3] == doctest::Approx(0.5));
  CHECK(values[4] == 5);
}

TEST_CASE("points are named by their settings, or by their number") {
  CHECK(point_folder({{"a.b", "1"}, {"c.d", "x+y"}}, 3) == "a.b=1,c.d=x+y");
  CHECK(point_folder({{"a.b", "lie c=2"}}, 3) == "a.b=lie+c=2");
  CHECK(point_folder({{"a.b", "x+y c=2 d=3"}}, 3) == "a.b=x+y+c=2+d=3");
  CHECK(point_folder({{"data.train", "some/file"}}, 3) == "point-4");
  // Ambiguous names: x+y, and x with a companion.
  CHECK(point_folder({{"a.b", "x y"}}, 3) == "point-4");
  CHECK(point_folder({{"a.b", "x+c=2"}}, 3) == "point-4");
  CHECK(point_folder({{"a.b", "x  c=2"}}, 3) == "point-4");
  CHECK(point_folder({{"a.b", std::string(300, 'x')}}, 0) == "point-1");
  CHECK(is_point_folder("a.b=1,c.d=x+y"));
  CHECK(is_point_folder("point-12"));
  for (const char* name : {"", "point-", "point-1a", "honest", "threads"})
    CHECK_FALSE(is_point_folder(name));
}

TEST_CASE("a matrix has a cell a point: attack by rule, a panel of the rest") {
  const auto cells = matrix_cells(
      {point({{"attack.kind", "lie"}, {"attack.strength", "2"}}, 0.3),
       point({{"attack.kind", "lie"},
              {"aggregation.rule", "krum"},
              {"aggregation.malicious", "3"},
              {"clicks.model", "pbm"}},
             0.2)});
  REQUIRE(cells.size() == 2);
  CHECK(cells[0].panel.empty());
  CHECK(cells[0].attack == "lie strength=2");
  CHECK(cells[0].rule == "median");
  CHECK(cells[1].panel == "clicks.model = pbm");
  CHECK(cells[1].rule == "krum malicious=3");
  CHECK(matrix_cells({point({{"clicks.model", "pbm"}}, 0.3)}).empty());
}

TEST_CASE("named points of an attack are its cells, others name panels") {
  auto named = point({{"grid.attack", "weak"}, {"grid.scale", "small"}}, 0.3);
  named.named = {{"grid.attack", "weak", {"attack.kind", "attack.strength"}},
                 {"grid.scale", "small", {"attack.clients", "run.seed"}}};
  const auto cells = matrix_cells({named});
  REQUIRE(cells.size() == 1);
  CHECK(cells[0].attack == "weak");
  CHECK(cells[0].panel == "grid.scale = small");
}

TEST_CASE("matrix.csv has what is lost and what is rejected") {
  CHECK(matrix_csv({{"a, b", "lie", "krum", report(0.25, 0.5)},
                    {"", "lie", "median", report(0.25, 0)}},
                   "ndcg@10") ==
        "panel,attack,rule,ndcg@10,ndcg@10_std,honest,lost,rejected_attackers,"
        "rejected_honest\n\"a, b\",lie,krum,0.25,0.01,0.5,0.25,0.75,nan\n"
        "\"\",lie,median,0.25,0.01,nan,nan,0.75,nan\n");
}

TEST_CASE("matrix.svg is darkest where most is lost, white where nothing is") {
  const std::string svg = matrix_svg({{"p", "none", "mean", report(0.5, 0.5)},
                                      {"p", "lie", "mean", report(0.1, 0.5)}},
                                     "Title & more", "ndcg@10");
  has(svg, "fill=\"#fffaf0\"");  // no loss
  has(svg, "fill=\"#a50f15\"");  // the largest loss
  has(svg, ">0.500</text>");
  has(svg, " fill=\"white\">0.100</text>");  // legible on dark red
  has(svg, "Title &amp; more: ndcg@10");
  for (const char* name : {">p<", ">none<", ">lie<", ">mean<"}) has(svg, name);
}

TEST_CASE("a rule's worst case is over all attacks and strengths") {
  const auto cell = [](const char* panel, const char* attack, const char* rule,
                       double attacked, double honest) {
    MatrixCell cell{panel, attack, rule, report(attacked, honest)};
    cell.report.robust = rule != std::string("mean");
    cell.report.attackers = attack == std::string("none") ? 0 : 3;
    return cell;
  };
  const std::vector<MatrixCell> cells = {
      cell("", "none", "mean", 0.5, 0),
      cell("", "none", "krum", 0.25, 0),
      cell("", "ipm strength=1", "mean", 0.125, 0.5),
      cell("", "ipm strength=9", "mean", 0.0625, 0.5),
      cell("", "ipm strength=1", "krum", 0.1875, 0.375),
      cell("", "ipm strength=9", "krum", 0.25, 0.375),
      cell("other", "ipm strength=9", "krum", 0.125, 0)};
  const auto worst = worst_cases(cells);
  REQUIRE(worst.size() == 3);
  CHECK(worst[0].rule == "krum");  // the best of its panel comes first
  CHECK(worst[0].attack == "ipm strength=1");
  CHECK(worst[0].attacked.mean == 0.1875);
  CHECK(worst[0].honest == 0.375);  // of the rule as set under that attack
  CHECK(worst[0].cost == 0.125);
  CHECK(worst[1].attack == "ipm strength=9");
  CHECK(worst[1].cost == 0);
  CHECK(worst[2].panel == "other");
  CHECK(std::isnan(worst[2].honest));
  CHECK(worst_csv(worst, "map")
            .starts_with("panel,rule,honest,cost,attack,map,map_std\n"
                         "\"\",krum,0.375,0.125,ipm strength=1,0.1875,0.01\n"));
  CHECK(worst_cases({cells[0], cells[1]}).empty());
  const std::string svg = matrix_svg(cells, "title", "map");
  has(svg, ">worst case</text>");
  has(svg, "font-weight=\"bold\">0.062</text>");
}

TEST_CASE("a matrix is written only for a grid over an attack's keys") {
  const std::vector<PointResults> plain = {point({{"run.seed", "1"}}, 0.2)};
  CHECK(text_of(matrix_csv_file(), {"name", plain}).empty());
  CHECK(text_of(matrix_svg_file(), {"name", plain}).empty());
  CHECK(!text_of(grid_csv_file(), {"name", plain}).empty());
  std::vector<PointResults> attacked = {point({{"attack.clients", "1"}}, 0.2)};
  has(text_of(matrix_csv_file(), {"name", attacked}), ",1,median,0.2,");
  has(text_of(matrix_svg_file(), {"name", attacked}), "name: ndcg@10");
  attacked[0].attack.reset();  // as of silos
  CHECK(text_of(matrix_csv_file(), {"name", attacked}).empty());
}

TEST_CASE("speedup.csv is against the first number of threads") {
  const std::vector<SpeedupRow> rows = {{2, 10, 8, 15, 100, "abc"},
                                        {4, 10, 4, 16, 150, "abc"}};
  CHECK(speedup_of(rows[1], rows[0]) == 1.5);
  CHECK(efficiency_of(rows[1], rows[0]) == 0.75);
  const TemporaryFolder folder;
  replace_results(folder.text(), speedup_files(), {rows, {}});
  CHECK(read_text(folder / "speedup.csv") ==
        "threads,clients,wall_seconds,cpu_seconds,interactions_per_second,"
        "speedup,efficiency,signature\n2,10,8,15,100,1,1,abc\n"
        "4,10,4,16,150,1.5,0.75,abc\n");
}

TEST_CASE("a folder's name has nothing that a shell or a system minds") {
  CHECK(point_folder({{"a.b", "A-z_0.9,@=+"}}, 0) == "a.b=A-z_0.9,@=+");
  // A blank separates a value from its companion.
  CHECK(point_folder({{"a.b", "x y=1"}}, 0) == "a.b=x+y=1");
  for (const char* value :
       {"a/b", "a\\b", "*", "\u00e9", "a\nb", "$x", "'", "a:b", "~", "#"})
    CHECK_MESSAGE(point_folder({{"a.b", value}}, 6) == "point-7", value);
  const std::string longest(195, 'x');  // a.b= and this take 199 bytes
  CHECK(point_folder({{"a.b", longest}}, 0) == "a.b=" + longest);
  CHECK(point_folder({{"a.b", longest + "x"}}, 0) == "point-1");
  CHECK(point_folder({}, 0).empty());
}

TEST_CASE("savings over retraining are unknown without it") {
  std::vector<PointResults> points = {point({{"run.seed", "1"}}, 0.25)};
  UnlearningReport request;
  request.before = {0.2, 0, 1};
  request.unlearned = {0.3, 0, 1};
  request.cost.steps = 10;
  points[0].unlearned = {request};
  const std::string csv = grid_csv(points);
  CHECK(csv.ends_with(",abc,0.2,nan,nan,nan,nan\n"));
}

TEST_CASE("weak scaling is efficient where the rate grows with the threads") {
  const std::vector<SpeedupRow> rows = {{1, 100, 8, 8, 50, "a"},
                                        {3, 300, 8, 24, 150, "b"},
                                        {6, 600, 16, 96, 150, "c"}};
  CHECK(efficiency_of(rows[0], rows[0]) == 1);
  CHECK(efficiency_of(rows[1], rows[0]) == 1);
  CHECK(speedup_of(rows[2], rows[0]) == 3);
  CHECK(efficiency_of(rows[2], rows[0]) == 0.5);
}

TEST_CASE("keys of a grid are listed in its order, not by the alphabet") {
  CHECK(keys_of({{"run.seed", "1"}, {"attack.kind", "lie"}}) ==
        std::vector<std::string>{"run.seed", "attack.kind"});
}

}  // namespace fedltr::grid_test
