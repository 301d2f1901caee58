#include <cmath>

#include "algorithms/attacks/promote.hpp"
#include "app/results/federation_files.hpp"
#include "tests/support/scenario.hpp"
#include "tests/support/small_results.hpp"

namespace fedltr::summary_json_test {
using namespace fedltr::test;

namespace {

nlohmann::json summary_of(const SmallResults& small) {
  return nlohmann::json::parse(text_of(summary_json_file(), small.results()));
}

}  // namespace

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

TEST_CASE("releases without an epsilon are named where one is claimed") {
  SmallResults small;
  CHECK(summary_of(small)["privacy"]["unprotected"].empty());
}

TEST_CASE("noise on sums of clicks has an account of its own") {
  SmallResults small;
  CHECK(summary_of(small)["privacy"]["propensities"].is_null());
  small.scenario.logging.epsilon = 2;
  CHECK(summary_of(small)["privacy"]["propensities"].is_null());
  small.scenario.learner.method = "ips";
  small.scenario.logging.propensities = "swaps";
  small.runs = {small_run(0.5), small_run(0.5, 2)};
  const auto account = summary_of(small)["privacy"]["propensities"];
  CHECK(account["epsilon"].get<double>() == doctest::Approx(2).epsilon(1e-4));
  CHECK(account["epsilon"] <= 2);
  CHECK(account["epsilon_all_runs"] > 2);
  CHECK(account["epsilon_all_runs"] < 4);
  CHECK(account["delta"] == 1e-6);
}

TEST_CASE("fairness of a summary is null unless clients differ") {
  SmallResults small;
  CHECK(summary_of(small)["clients"].is_null());
  small.runs[0].result.clients[0].own = 0.25;
  small.runs[0].result.clients[1].own = 0.75;
  CHECK(summary_of(small)["clients"] == nlohmann::json({{"metric", "ndcg@10"},
                                                        {"mean", 0.5},
                                                        {"std", 0.25},
                                                        {"worst", 0.25},
                                                        {"worst_tenth", 0.25},
                                                        {"n", 2}}));
}

TEST_CASE("the account is of the run with most rounds, and of all together") {
  SmallResults small;
  small.runs = {small_run(0.5), small_run(0.5, 2)};
  small.runs[1].result.max_rounds = 7;
  const auto privacy = summary_of(small)["privacy"];
  CHECK(privacy["releases"] == 7);
  CHECK(privacy["accounted_all_runs"].is_null());
}

TEST_CASE("a summary without members names none") {
  const auto summary = summary_of(SmallResults());
  CHECK(summary["members"].is_null());
  CHECK_FALSE(summary.contains("held_out"));
  CHECK_FALSE(summary.contains("compared"));
}

TEST_CASE("a study's name is text in its summary") {
  SmallResults small;
  small.scenario.run.name = "a \"b\"\n\\";
  CHECK(summary_of(small)["name"] == "a \"b\"\n\\");
}

}  // namespace fedltr::summary_json_test
