// The texts of a federation's run folder, from a result made by hand.
#include "app/results/federation_files.hpp"

#include <cmath>

#include "algorithms/attacks/promote.hpp"
#include "app/base/files.hpp"
#include "app/results/summary.hpp"
#include "tests/support/scenario.hpp"
#include "tests/support/small_results.hpp"

namespace fedltr::federation_files_test {
using namespace fedltr::test;

namespace {

nlohmann::json summary_of(const SmallResults& small) {
  return nlohmann::json::parse(text_of(summary_json_file(), small.results()));
}

/// Two runs of FedPer with a network of one hidden unit, whose output weight
/// stays with the clients.
SmallResults personal_results() {
  SmallResults small;
  Run& finished = small.runs[0];
  finished.plan = neural_plan(std::move(finished.plan), 1);
  finished.plan.personal = 1;
  finished.result.model =
      Vector::LinSpaced(finished.plan.shared_parameters(), 1, 2);
  finished.result.clients[0].personal = Vector{{0.25}};
  finished.result.clients[1].personal = Vector{{0.75}};
  return small;
}

}  // namespace

TEST_CASE(
    "rounds.csv has a row per evaluated round, nan where no client searched") {
  const SmallResults small;
  CHECK(text_of(rounds_csv_file(), small.results()) ==
        "fold,repeat,round,interactions,ndcg@10,online_ndcg@10,"
        "online_discounted,clients,dropped,refused,bytes_up,bytes_down,"
        "epsilon,online_maxrr@10,rejected_attackers,rejected_honest\n"
        "1,1,0,0,0.25,nan,0,0,0,0,0,0,inf,nan,0,0\n"
        "1,1,4,24,0.5,0.5,4,2,4,8,400,800,inf,0.75,12,16\n");
}

TEST_CASE("clients.csv has counts, role and verdicts of each client") {
  SmallResults small;
  ClientRecord& first = small.runs[0].result.clients[0];
  first.interactions = 9;
  first.dropped = 1;
  first.refused = 2;
  first.bytes_up = 30;
  first.bytes_down = 40;
  first.epsilon = 1.5;
  first.own = 0.25;
  first.honest = {4, 1};
  first.attacking = {2, 2};
  first.selection = 3;
  UnlearningRecord gone;
  gone.left = true;
  gone.clients = {1};
  UnlearningRecord given_up;
  given_up.clients = {0};
  small.runs[0].result.unlearned = {gone, given_up};
  CHECK(text_of(clients_csv_file(), small.results()) ==
        "fold,repeat,client,interactions,dropped,refused,bytes_up,bytes_down,"
        "epsilon,role,own_ndcg@10,judged,rejected,judged_attacking,"
        "rejected_attacking,share\n"
        "1,1,0,9,1,2,30,40,1.5,attacker,0.25,6,3,2,2,0.5\n"
        "1,1,1,0,0,0,0,0,inf,honest-left,nan,0,0,0,0,nan\n");
}

TEST_CASE("above 100,000 clients the same table is packed") {
  SmallResults small;
  auto& clients = small.runs[0].result.clients;
  clients.clear();
  for (std::uint32_t id = 0; id < 100'000; ++id)
    clients.emplace_back().client = id;
  CHECK(written(clients_csv_gz_file(), small.results()).empty());
  const std::string plain = text_of(clients_csv_file(), small.results());
  clients.emplace_back().client = 100'000;
  CHECK(written(clients_csv_file(), small.results()).empty());
  const auto packed = written(clients_csv_gz_file(), small.results());
  REQUIRE(packed.contains("clients.csv.gz"));
  const TemporaryFolder folder;
  CHECK(file_text(folder.write("t.gz", packed.at("clients.csv.gz"))) ==
        plain + "1,1,100000,0,0,0,0,0,inf,honest,nan,0,0,0,0,nan\n");
}

TEST_CASE("per_query.tsv leaves out queries without a value") {
  const SmallResults small;
  const std::string name(small.runs[0].plan.evaluation->data().query_name(0));
  CHECK(text_of(per_query_tsv_file(), small.results()) ==
        "qid\tmetric\tvalue\tfold\trepeat\n" + name +
            "\tndcg@10\t0.3333333333333333\t1\t1\n");
}

TEST_CASE("a model's file is named by fold and repeat and reads back exactly") {
  SmallResults small;
  small.runs = {small_run(0.5), small_run(0.75, 2)};
  small.runs[1].fold = 3;
  const auto models = written(model_json_file(), small.results());
  REQUIRE(models.size() == 2);
  CHECK(models.contains("model-f1-r1.json"));
  const auto model = nlohmann::json::parse(models.at("model-f3-r2.json"));
  CHECK(model["model"] == "linear");
  CHECK(model["features"] == 6);
  CHECK_FALSE(model.contains("hidden"));
  CHECK_FALSE(model.contains("output_layers"));
  const auto numbers = model["parameters"].get<std::vector<double>>();
  REQUIRE(numbers.size() == 6);
  for (Index i = 0; i < 6; ++i)
    CHECK(numbers[static_cast<std::size_t>(i)] ==
          small.runs[1].result.model(i));
}

TEST_CASE("a FedPer model ends with the clients' mean layer, and has theirs") {
  const SmallResults small = personal_results();
  const auto model =
      nlohmann::json::parse(text_of(model_json_file(), small.results()));
  CHECK(model["hidden"] == 1);
  const auto numbers = model["parameters"].get<std::vector<double>>();
  REQUIRE(std::ssize(numbers) == small.runs[0].result.model.size() + 1);
  CHECK(numbers.back() == 0.5);
  CHECK(model["output_layers"] == nlohmann::json({{0.25}, {0.75}}));
}

TEST_CASE("a summary of one run has means, and no deviation") {
  const SmallResults small;
  const auto summary = summary_of(small);
  CHECK(summary["name"] == "tiny");
  CHECK(summary["complete"] == true);
  CHECK(summary["refused"] == 8);
  CHECK(summary["budget_spent"] == false);
  CHECK(summary["metrics"]["ndcg@10"] ==
        nlohmann::json({{"mean", 0.5}, {"std", nullptr}, {"n", 1}}));
  CHECK(summary["metrics"]["online_maxrr@10"]["mean"] == 0.75);
  CHECK(summary["metrics"]["online_discounted"]["mean"] == 4);
  CHECK(summary["runs"] ==
        nlohmann::json::array({{{"fold", 1},
                                {"repeat", 1},
                                {"rounds", 4},
                                {"kept", 4},
                                {"final",
                                 {{"ndcg@10", 0.5},
                                  {"online_ndcg@10", 0.5},
                                  {"online_maxrr@10", 0.75},
                                  {"online_discounted", 4.0}}}}}));
  for (const char* absent : {"faults", "clients", "secure_aggregation"})
    CHECK_MESSAGE(summary[absent].is_null(), absent);
  CHECK(summary["attack"].is_null());  // the scenario has none
  CHECK(summary["privacy"]["mechanism"] == "none");
  CHECK(summary["privacy"]["accounted"].is_null());
  CHECK(summary["privacy"]["releases"] == 4);
}

TEST_CASE("a summary of two runs has their sample deviation") {
  SmallResults small;
  small.runs = {small_run(0.5), small_run(0.75, 2)};
  small.planned = 3;
  small.runs[1].result.budget_spent = true;
  small.runs[1].result.rounds.back().online = kNaN;
  const auto summary = summary_of(small);
  const auto& metric = summary["metrics"]["ndcg@10"];
  CHECK(metric["mean"] == 0.625);
  CHECK(metric["std"].get<double>() == doctest::Approx(0.25 / std::sqrt(2.0)));
  CHECK(metric["n"] == 2);
  CHECK(summary["metrics"]["online_ndcg@10"]["mean"].is_null());
  CHECK(summary["complete"] == false);  // the third run is missing
  CHECK(summary["budget_spent"] == true);
  CHECK(summary["refused"] == 16);
}

TEST_CASE("an incomplete run makes a summary incomplete") {
  SmallResults small;
  small.runs[0].result.complete = false;
  CHECK(summary_of(small)["complete"] == false);
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

TEST_CASE("an attacked summary has the baseline beside it, if it went as far") {
  SmallResults small;
  small.scenario = default_scenario(
      {"federation.clients=4", "attack.kind=ipm", "attack.clients=1"});
  small.honest = {small_run(0.75)};
  small.runs[0].result.clients[0].attacking = {4, 3};
  auto attack = summary_of(small)["attack"];
  CHECK(attack["kind"] == "ipm");
  CHECK(attack["attackers"] == 1);
  CHECK(attack["rejected_attackers"] == 0.75);
  CHECK(attack["rejected_honest"].is_null());
  CHECK(attack["honest"]["ndcg@10"]["mean"] == 0.75);
  CHECK(attack["honest"]["ndcg@10"]["std"].is_null());
  CHECK(attack["lost"] == 0.25);
  CHECK_FALSE(attack.contains("promotion"));
  small.honest[0].result.rounds.pop_back();
  attack = summary_of(small)["attack"];
  CHECK_FALSE(attack.contains("honest"));
  CHECK_FALSE(attack.contains("lost"));
}

TEST_CASE("a promotion's success is where the final models rank its targets") {
  SmallResults small;
  small.scenario =
      default_scenario({"federation.clients=4", "attack.kind=promote",
                        "attack.clients=1", "attack.promote.feature=6"});
  small.honest = {small_run(0.75)};
  small.honest[0].result.model = Vector::Unit(6, 5);  // ranks by the feature
  auto promotion = summary_of(small)["attack"]["promotion"];
  CHECK(promotion["honest"]["rank"] == 1);
  CHECK(promotion["honest"]["top_10"] == 1);
  const Run& run = small.runs[0];
  const Promotion own =
      promotion_by(*run.plan.simulation->ranker, run.result.model,
                   *run.load().evaluation, 6);
  CHECK(own.rank > 1);
  CHECK(promotion["rank"] == own.rank);
  CHECK(promotion["top_10"] == own.top_10);
  // Means over the runs, and no baseline that did not go as far.
  small.runs.push_back(small.honest[0]);
  promotion = summary_of(small)["attack"]["promotion"];
  CHECK(promotion["rank"] == doctest::Approx((own.rank + 1) / 2));
  CHECK_FALSE(promotion.contains("honest"));
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
