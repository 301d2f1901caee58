#include "app/results/study_files.hpp"
#include "tests/support/csv.hpp"
#include "tests/support/grid_points.hpp"
#include "tests/support/scenario.hpp"

namespace fedltr::grid_csv_test {
using namespace fedltr::test;

TEST_CASE("grid.csv has a row per point: settings, metrics, account") {
  const std::vector<PointResults> points = {
      grid_point({{"clicks.model", "pbm"}, {"learner.rate", "0.1"}}, 0.25)};
  CHECK(grid_csv(points) ==
        "folder,clicks.model,learner.rate,ndcg@10,ndcg@10_std,"
        "online_discounted,online_discounted_std,n,claimed,accounted,"
        "signature\n\"clicks.model=pbm,learner.rate=0.1\",pbm,0.1,0.25,0.125,7,"
        "0,3,inf,4.5,abc\n");
}

TEST_CASE("grid.csv has each metric below its name, of any of the points") {
  std::vector<PointResults> points = {grid_point({{"run.seed", "1"}}, 0.25),
                                      grid_point({{"run.seed", "2"}}, 0.5)};
  points[1].metrics.insert(points[1].metrics.begin() + 1,
                           {"validation_ndcg@10", {0.75, 0, 3}});
  const std::string csv = grid_csv(points);
  has(csv,
      ",online_discounted_std,validation_ndcg@10,validation_ndcg@10_std,n");
  has(csv, ",1,0.25,0.125,7,0,nan,nan,3,");
  has(csv, ",2,0.5,0.125,7,0,0.75,0,3,");
}

TEST_CASE("grid.csv marks points that were cut short, while there are any") {
  std::vector<PointResults> points = {grid_point({{"run.seed", "1"}}, 0.25),
                                      grid_point({{"run.seed", "2"}}, 0.25)};
  CHECK(grid_csv(points).find("cut_short") == std::string::npos);
  points[1].cut_short = "1 of 3 runs ended";
  const std::string csv = grid_csv(points);
  has(csv, "folder,run.seed,ndcg@10,");  // no column moves
  has(csv, ",signature,cut_short\n");
  has(csv, ",\n\"run.seed=2\",2,0.25,");
  has(csv, ",1 of 3 runs ended\n");
}

TEST_CASE("grid.csv has columns of unlearning where there was any") {
  std::vector<PointResults> points = {grid_point({{"run.seed", "1"}}, 0.25),
                                      grid_point({{"run.seed", "2"}}, 0.25)};
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
  std::vector<PointResults> points = {grid_point({{"run.seed", "1"}}, 0.25)};
  UnlearningReport request;
  request.before = {0.2, 0, 1};
  request.unlearned = {0.3, 0, 1};
  request.cost.steps = 10;
  points[0].unlearned = {request};
  const std::string csv = grid_csv(points);
  CHECK(csv.ends_with(",abc,0.2,nan,nan,nan,nan\n"));
}

TEST_CASE("keys of a grid are listed in its order, not by the alphabet") {
  CHECK(keys_of({{"run.seed", "1"}, {"attack.kind", "lie"}}) ==
        std::vector<std::string>{"run.seed", "attack.kind"});
}

TEST_CASE("a grid's texts are each one cell, whatever they are") {
  const std::string hostile = " a\"b,c\n      d ";
  std::vector<PointResults> points = {
      grid_point({{"data.train", hostile}, {"run.name", ""}}, 0.25)};
  points[0].folder = hostile;
  points[0].signature = hostile;
  points[0].cut_short = hostile;
  const auto rows = cells_of(grid_csv(points));
  REQUIRE(rows.size() == 2);
  CHECK(rows[1][0] == hostile);
  CHECK(rows[1][1] == hostile);
  CHECK(rows[1][2] == "");
  CHECK(rows[1][rows[1].size() - 2] == hostile);
  CHECK(rows[1].back() == hostile);
}

TEST_CASE("a single run has no deviation") {
  std::vector<PointResults> points = {grid_point({{"run.seed", "1"}}, 0.25)};
  points[0].metrics = {{"map", {0.25, std::nan(""), 1}}};
  const auto rows = cells_of(grid_csv(points));
  CHECK(rows[0][2] == "map");
  CHECK(rows[1][2] == "0.25");
  CHECK(rows[1][3] == "nan");
  CHECK(rows[1][4] == "1");
}

}  // namespace fedltr::grid_csv_test
