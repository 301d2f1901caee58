// The text on the console at the end of a run.
#include "app/base/json.hpp"
#include "app/results/summary.hpp"
#include "app/results/terminal_report.hpp"
#include "tests/support/scenario.hpp"
#include "tests/support/small_results.hpp"

namespace fedltr::print_report_test {
using namespace fedltr::test;

namespace {

std::string report_of(const SmallResults& small,
                      const std::string& cut_short = "") {
  std::ostringstream out;
  print_report(out, small.scenario, small.runs, small.honest, small.unlearned,
               cut_short, small.timing, "/some/folder");
  return out.str();
}

PointResults point(const std::string& seed, const Spread& metric) {
  PointResults point;
  point.folder = "run.seed=" + seed;
  point.metrics = {{"ndcg@10", metric}, {"online_discounted", {7, 0, 1}}};
  point.privacy = "none: plain";
  return point;
}

std::string grid_of(const std::vector<PointResults>& points) {
  const SmallResults small;
  std::ostringstream out;
  print_grid_report(out, small.scenario, points, points.size(), small.timing,
                    "/some/folder");
  return out.str();
}

}  // namespace

TEST_CASE("the report of one run has no deviation") {
  const SmallResults small;
  CHECK(report_of(small) ==
        "tiny: 2 clients x 3 interactions, 4 rounds, 1 run: 2.0 s, 500 "
        "interactions/s on 1 thread\n"
        "learned   ndcg@10 0.2500 -> 0.5000\n"
        "online    nDCG@10 of the lists shown while learning, discounted sum "
        "4.0000 (maximum 4.0)\n"
        "privacy   none: updates are sent unprotected; 8 updates refused\n"
        "results   /some/folder  signature " +
            signature(small.runs).substr(0, 16) + "\n");
}

TEST_CASE("a report of interrupted runs names them, by point") {
  has(report_of(SmallResults(), "1 of 2 runs ended"),
      "\ncut short 1 of 2 runs ended: the numbers are of the completed part\n");
  std::vector<PointResults> points = {point("1", {0.5, 0, 1}),
                                      point("2", {0.25, 0, 1})};
  points[1].cut_short = "0 of 1 runs ended";
  const std::string grid = grid_of(points);
  has(grid, "run.seed=1  ndcg@10 0.5000  online 7.0000\n");
  has(grid,
      "run.seed=2  ndcg@10 0.2500  online 7.0000  cut short: 0 of 1 runs "
      "ended\n");
}

TEST_CASE("a run of no measurable time has no speed") {
  SmallResults small;
  small.timing.wall_seconds = 0;
  has(report_of(small), ": 0.0 s, 0 interactions/s on 1 thread\n");
  CHECK(parse_json(timing_text(small.timing))["interactions_per_second"] == 0);
}

TEST_CASE("the report of two runs has their deviation and best possible sum") {
  SmallResults small;
  small.scenario.evaluation.discount = 0.5;
  small.runs.push_back(small_run(0.75, 2));
  const std::string text = report_of(small);
  has(text, ", 2 runs: ");
  has(text, "-> 0.6250 +- 0.1768\n");
  has(text, "4.0000 +- 0.0000 (maximum 1.9)\n");
}

TEST_CASE("the report has a line on clients where they differ") {
  SmallResults small;
  small.runs[0].result.clients[0].own = 0.25;
  small.runs[0].result.clients[1].own = 0.75;
  has(report_of(small),
      "clients   ndcg@10 on each client's own queries 0.5000 +- 0.2500, worst "
      "0.2500, worst tenth 0.2500\n");
}

TEST_CASE("the report has lines on what a scenario adds") {
  SmallResults small;
  small.scenario = default_scenario(
      {"federation.clients=4", "attack.kind=ipm", "attack.clients=1"});
  small.runs[0].run.plan.secure = SecurePlan();
  small.runs[0].result.rounds[1].faults.unused = 1;
  UnlearningReport request;
  request.method = "federaser";
  request.clients = {1, 2};
  request.complete = false;
  small.unlearned = {request};
  const std::string text = report_of(small);
  has(text, "\nattack    ipm by 1 of 4 against mean\n");
  has(text,
      "\nunlearned clients 1, 2 after round 0 by federaser: not completed");
  has(text, "\nfaults    0 dropouts");
  has(text, "\nsecure    sums only");
  CHECK(text.find("maximum") == std::string::npos);  // sums of repeated values
}

TEST_CASE("the report of a grid has a line per point, and one account of all") {
  CHECK(grid_of({point("1", {0.25, 0, 1}), point("10", {0.5, 0.125, 2})}) ==
        "tiny: 2 points, 2 runs: 2.0 s, 500 interactions/s on 1 thread\n"
        "run.seed=1   ndcg@10 0.2500  online 7.0000\n"
        "run.seed=10  ndcg@10 0.5000 +- 0.1250  online 7.0000\n"
        "privacy   none: plain\n"
        "results   /some/folder\n");
}

TEST_CASE(
    "the report of a grid counts points by account, and has gaps closed") {
  std::vector<PointResults> points = {point("1", {0.25, 0, 1}),
                                      point("2", {0.25, 0, 1}),
                                      point("3", {0.25, 0, 1})};
  points[1].privacy = "sound: 2";
  UnlearningReport request;
  request.before = {0.2, 0, 1};
  request.unlearned = {0.3, 0, 1};
  request.retrained = {0.4, 0, 1};
  request.gap = 0.2;
  request.distance.before = 4;
  request.distance.after = 1;
  points[0].unlearned = {request};
  request.gap = 0;
  points[2].unlearned = {request};
  const std::string text = grid_of(points);
  has(text, "privacy   2 points: none: plain\nprivacy   1 point: sound: 2\n");
  has(text,
      "run.seed=1  unlearned: 50.0% of the gap closed, 0.250 of the distance "
      "left\n");
  has(text, "run.seed=3  unlearned: no gap, 0.250 of the distance left\n");
  CHECK(text.find("run.seed=2  unlearned") == std::string::npos);
}

}  // namespace fedltr::print_report_test
