#include "app/study/points.hpp"

#include <doctest/doctest.h>

#include "tests/support/log_text.hpp"
#include "tests/support/scenario.hpp"

namespace fedltr::points_test {
using namespace fedltr::test;
namespace fs = std::filesystem;

namespace {

constexpr const char* kSmall =
    "[synthetic]\nlike = custom\nqueries = 30\ndocuments = 12\nfeatures = 6\n"
    "[federation]\nclients = 20\ninteractions = 3\nrounds = 6\n";

std::vector<Point> points_of(const std::vector<std::string>& settings) {
  const TemporaryFolder folder;
  return describe_points(read_scenario(folder.write("s.ini", kSmall), settings),
                         "out");
}

}  // namespace

TEST_CASE("without a grid there is one point, in the folder itself") {
  const auto points = points_of({});
  REQUIRE(points.size() == 1);
  CHECK(points[0].folder == "out");
  CHECK(points[0].in_grid);
  CHECK(points[0].honest == -1);
  CHECK(points[0].retrained.empty());
}

TEST_CASE("points of a grid that differ in their attack share a baseline") {
  const auto points =
      points_of({"grid.attack.kind=lie,min-max", "attack.clients=2"});
  REQUIRE(points.size() == 3);
  CHECK(points[0].folder == "out/attack.kind=lie");
  CHECK(points[1].folder == "out/attack.kind=min-max");
  CHECK(points[0].honest == 2);
  CHECK(points[1].honest == 2);
  CHECK_FALSE(points[2].in_grid);
  CHECK(points[2].folder == "out/honest");
}

TEST_CASE("a point without attackers is the baseline of the others") {
  const auto points = points_of(
      {"grid.attack.clients=0,2", "attack.kind=lie", "grid.run.seed=1,2"});
  REQUIRE(points.size() == 4);
  const std::vector<std::ptrdiff_t> honest = {-1, -1, 0, 1};
  for (std::size_t i = 0; i < points.size(); ++i)
    CHECK(points[i].honest == honest[i]);
  const auto kinds = points_of({"grid.attack.kind=lie,none,click-poison"});
  REQUIRE(kinds.size() == 3);
  CHECK(kinds[0].honest == 1);
  CHECK(kinds[2].honest == 1);
  // A rule that assumes no malicious clients is another rule.
  CHECK(points_of({"grid.attack.clients=0,2", "attack.kind=lie",
                   "aggregation.rule=krum"})
            .size() == 3);
}

TEST_CASE("baselines that differ have a folder each") {
  const auto points = points_of(
      {"grid.attack.clients=1,2", "attack.kind=lie", "faults.crash=0.1"});
  REQUIRE(points.size() == 4);
  CHECK(points[0].honest == 2);
  CHECK(points[1].honest == 3);
  CHECK(points[2].folder == "out/honest");
  CHECK(points[3].folder == "out/honest/point-4");
}

TEST_CASE("points that differ in more than their attack do not") {
  const auto points = points_of(
      {"grid.learner.rate=0.1,0.2", "attack.kind=lie", "attack.clients=2"});
  REQUIRE(points.size() == 4);
  CHECK(points[0].honest == 2);
  CHECK(points[1].honest == 3);
  CHECK(points[2].folder == "out/honest/learner.rate=0.1");
  CHECK(points[3].folder == "out/honest/learner.rate=0.2");
}

TEST_CASE("each request to be forgotten has its retraining baseline") {
  const auto points = points_of(
      {"unlearning.method=federaser", "timeline.at=2 unlearn 0; 4 unlearn 5"});
  REQUIRE(points.size() == 3);
  CHECK(points[0].retrained == std::vector<std::size_t>{1, 2});
  for (const std::size_t baseline : points[0].retrained) {
    CHECK_FALSE(points[baseline].in_grid);
    CHECK(points[baseline].folder.string().starts_with("out/retrained"));
  }
}

TEST_CASE("loading reads a data set once and numbers the runs in order") {
  auto points =
      points_of({"grid.learner.rate=0.1,0.2", "run.repeats=2", "data.fold=1"});
  load_points(points);
  CHECK(points[0].data == points[1].data);
  std::uint32_t number = 0;
  for (const Point& point : points) {
    REQUIRE(point.runs.size() == 2);
    for (const Run& run : point.runs) {
      CHECK(run.plan.run == number++);
      CHECK(run.plan.checkpoint.at_stop);
    }
  }
  auto others = points_of({"grid.synthetic.seed=1,2"});
  load_points(others);
  CHECK(others[0].data != others[1].data);
}

TEST_CASE("loading warns of a log's shared positions, users and short curve") {
  const TemporaryFolder folder;
  folder.write("rows.txt",
               "0 qid:a 1:0 2:1\n1 qid:a 1:1 2:0\n0 qid:a 1:1 2:1\n");
  folder.write("test.txt", "0 qid:b 1:1\n1 qid:b 2:1\n");
  folder.write("curve.csv", "rank,propensity\n1,1\n");
  const std::string head = "qid,docno,position,click,user,timestamp\n";
  const auto points_with = [&](const std::string& log) {
    folder.write("log.csv", head + log);
    return describe_points(
        read_scenario(
            folder.write("s.ini",
                         "[data]\ntrain = rows.txt\ntest = test.txt\nlog = "
                         "log.csv\n[federation]\nclients = 2\n[learner]\n"
                         "method = ips\n[logging]\npropensities = file\n"
                         "curve = curve.csv\n[heterogeneity]\nkind = "
                         "by-user\n"),
            {}),
        "out");
  };
  auto points = points_with(
      "a,a.1,1,0,u,1\na,a.2,1,1,u,1\na,a.3,2,1,u,1\n"
      "a,a.1,1,1,,2\na,a.1,1,0,v,3\na,a.2,2,1,v,3\n");
  const LogText warned;
  load_points(points);
  has(warned.text(), "log.csv: 1 searches have two documents at one position");
  has(warned.text(), "1 of 3 searches have no user");
  has(warned.text(), "curve.csv: has 1 ranks, and lists up to 2");
  auto anonymous = points_with("a,a.1,1,0,,1\na,a.2,1,1,,2\n");
  CHECK_THROWS_WITH_AS(load_points(anonymous),
                       doctest::Contains("no search has a user"), DataError);
}

TEST_CASE("the honest baseline is evaluated when clients are forgotten") {
  auto points = points_of({"attack.kind=lie", "attack.clients=2",
                           "unlearning.method=fine-tune",
                           "unlearning.clients=0", "unlearning.after=3",
                           "evaluation.every=5", "unlearning.evidence=no"});
  load_points(points);
  REQUIRE(points[0].honest > 0);
  const auto honest = static_cast<std::size_t>(points[0].honest);
  CHECK(points[honest].runs[0].plan.evaluate_also ==
        std::vector<std::uint32_t>{3});
}

TEST_CASE("losses by rounding are reported") {
  const LogText log;
  auto exact = points_of({"data.storage=sparse64"});
  load_points(exact);
  CHECK(log.text().empty());
  auto rounded = points_of({"data.storage=sparse32"});
  load_points(rounded);
  has(log.text(), "info: data.storage: ");
  has(log.text(), " values are rounded, by at most ");
}

}  // namespace fedltr::points_test
