// The texts of a federation's run folder, from a result made by hand.
#include "app/results/federation_files.hpp"

#include "app/results/summary.hpp"
#include "tests/support/scenario.hpp"
#include "tests/support/small_results.hpp"

namespace fedltr::federation_files_test {
using namespace fedltr::test;

TEST_CASE("per_query.tsv leaves out queries without a value") {
  const SmallResults small;
  const std::string name(small.runs[0].plan.evaluation->data().query_name(0));
  CHECK(text_of(per_query_tsv_file(), small.results()) ==
        "qid\tmetric\tvalue\tfold\trepeat\n" + name +
            "\tndcg@10\t0.3333333333333333\t1\t1\n");
}

TEST_CASE("a signature changes with any bit of a model or a client's layer") {
  std::vector<Run> runs = {small_run(0.5)};
  const std::string before = signature(runs);
  CHECK(before.size() == 64);
  runs[0].result.model(3) = 5e-324;
  const std::string changed = signature(runs);
  CHECK(changed != before);
  runs[0].result.clients[1].personal = Vector{{1.0}};
  CHECK(signature(runs) != changed);
}

TEST_CASE("fairness is the mean over runs of each run's spread of clients") {
  std::vector<Run> runs = {small_run(0.5), small_run(0.5, 2),
                           small_run(0.5, 3)};
  runs[0].result.clients[0].own = 0.25;
  runs[0].result.clients[1].own = 0.75;
  runs[1].result.clients[1].own = 1;  // the other client has no searches
  const Fairness fairness = fairness_over(runs);
  CHECK(fairness.clients == 2);
  CHECK(fairness.mean == 0.75);
  CHECK(fairness.std == 0.125);
  CHECK(fairness.worst == 0.625);
  CHECK(fairness_over({small_run(0.5)}).clients == 0);
}

TEST_CASE("rejected.csv names the rejected and whether they attacked") {
  SmallResults small;
  CHECK(written(rejected_csv_file(), small.results()).empty());  // no rule
  small.runs[0].plan.rule = [] { return nullptr; };
  small.runs[0].result.rounds[1].rejected = {0, 1};
  CHECK(text_of(rejected_csv_file(), small.results()) ==
        "fold,repeat,round,client,attacking\n1,1,4,0,yes\n1,1,4,1,no\n");
}

TEST_CASE(
    "manifest.json has the seed of each run and where chance comes from") {
  SmallResults small;
  small.runs.push_back(small_run(0.5, 2));
  small.data.files = {{"train.txt", "abc"}};
  const auto manifest = nlohmann::json::parse(
      text_of(manifest_file<FederationResults>(), small.results()));
  CHECK(manifest["seeds"] ==
        nlohmann::json::array({{{"fold", 1}, {"repeat", 1}, {"seed", 71}},
                               {{"fold", 1}, {"repeat", 2}, {"seed", 72}}}));
  CHECK(manifest["data"] ==
        nlohmann::json::array({{{"name", "train.txt"}, {"sha256", "abc"}}}));
  CHECK(manifest["scenario"]["federation.clients"] == "2");
  CHECK(manifest["randomness"] == "simulated: all from run.seed");
  small.scenario.privacy.system_randomness = true;
  has(text_of(manifest_file<FederationResults>(), small.results()),
      "except noise and masks: from the operating system");
}

TEST_CASE("a learning curve of one run has no band, and no missing numbers") {
  const SmallResults small;
  const std::string svg = text_of(curves_svg_file(), small.results());
  has(svg, "<polyline");
  CHECK(svg.find("<polygon") == std::string::npos);
  CHECK(svg.find("nan") == std::string::npos);
}

}  // namespace fedltr::federation_files_test
