#include "algorithms/sketch/theorem_bounds.hpp"
#include "app/results/silo_files.hpp"
#include "app/results/silo_summary.hpp"
#include "tests/support/scenario.hpp"
#include "tests/support/small_results.hpp"

namespace fedltr::silo_summary_json_test {
using namespace fedltr::test;

namespace {

nlohmann::json summary_of(const SiloPoint& point) {
  return nlohmann::json::parse(
      text_of(silo_summary_file(), SiloResults{point, Timing()}));
}

}  // namespace

TEST_CASE("a silo's summary of one repeat has means, and no deviation") {
  SiloPoint point = small_silo_point();
  const auto summary = summary_of(point);
  const nlohmann::json half = {{"mean", 0.5}, {"std", nullptr}, {"n", 1}};
  CHECK(summary["name"] == "tiny");
  CHECK(summary["method"] == "global");
  CHECK(summary["complete"] == true);
  CHECK(summary["budget_spent"] == true);  // two answers were withheld
  CHECK(summary["metrics"]["ndcg@10"] == half);
  CHECK(summary["methods"]["local"]["metrics"]["ndcg@10"] == half);
  CHECK(summary["methods"]["local"]["signature"] !=
        summary["methods"]["global"]["signature"]);
  CHECK(summary["signature"] == summary["methods"]["global"]["signature"]);
  CHECK(summary["runs"][0]["final"]["ndcg@10"] == 0.5);
  const auto& gains = summary["gain_of_joining"];
  CHECK(gains["method"] == "global");
  CHECK(gains["alone"] == "local");
  CHECK(gains["undecided"] == 2);  // with one query each
  CHECK(gains["parties"][0] == nlohmann::json({{"party", 0},
                                               {"alone", 0.25},
                                               {"joint", 0.5},
                                               {"gain", 0.25},
                                               {"interval95", nullptr},
                                               {"queries", 1},
                                               {"p", 1.0},
                                               {"verdict", "undecided"}}));
  CHECK(gains["parties"][1]["gain"] == -0.25);
  CHECK(summary["excluded"].empty());
  CHECK(summary["safety_code"] == nlohmann::json({"1234"}));
  CHECK(summary["correlation"][text_feature_names()[0]].is_null());
  CHECK(summary["correlation"][text_feature_names()[1]] == 0.5);
}

TEST_CASE("a silo's summary shows what was disclosed and what search cost") {
  SiloPoint point = small_silo_point();
  point.runs.push_back(small_silo_repeat(2));
  point.runs[1].names = {"q3", "q4"};
  point.runs[1].privacy = {9, 7, {6, 5, 8}};
  point.runs[1].retrieval.cover = 1;
  point.runs[1].retrieval.index_bytes = 2500;
  point.runs[1].retrieval.shortest_list = 33;
  point.runs[1].excluded = {{1, "it lied"}};
  point.runs[1].refused = 3;
  const auto summary = summary_of(point);
  CHECK(summary["complete"] == false);  // one repeat of two
  CHECK(summary["refused"] == 3);
  const auto& privacy = summary["privacy"];
  CHECK(privacy["claimed_all"] == 7);  // from the run with the most releases
  CHECK(privacy["accounted"].is_null());
  CHECK(privacy["accounted_counts"] == 5);
  CHECK(privacy["releases"] == 9);
  CHECK(privacy["withheld"] == 4);
  const auto& retrieval = summary["retrieval"];
  CHECK(retrieval["cover_rate"] == 0.75);
  CHECK(retrieval["terms_asked"] == 8);
  CHECK(retrieval["bytes_moved_per_term"] == 250);
  CHECK(retrieval["bytes_stored"] == 2500);
  CHECK(retrieval["shortest_list"] == 33);
  const auto& bounds = summary["bounds"];
  CHECK(bounds["answer"]["epsilon_claimed"] == 0.5);
  CHECK(bounds["answer"]["epsilon"].is_null());
  CHECK(bounds["term"]["counts"] == 20);
  CHECK(bounds["term"]["error"] == 1.5);
  CHECK(bounds["term"]["error_bound"] == 4);
  CHECK(bounds["term"]["rate"] == 0.125);
  CHECK(bounds["query"]["error_bound"] == 8);
  CHECK(bounds["term"]["rate_bound"] == doctest::Approx(error_rate(30)));
  CHECK(bounds["cover"]["rate"] == 0.75);
  CHECK(bounds["cover"]["bound"] == 0.25);
  CHECK(summary["excluded"] ==
        nlohmann::json::array(
            {{{"repeat", 2}, {"party", 1}, {"why", "it lied"}}}));
  CHECK(summary["significance"][0]["over"] == "local");
  CHECK(summary["significance"][0]["pairs"] == 2);
}

TEST_CASE("a silo's summary names the queries behind its metrics") {
  SiloPoint point = small_silo_point();
  point.runs[0].candidates = {10, 2, 1, 0.75};
  point.runs.push_back(small_silo_repeat(2));
  point.runs[1].candidates = {10, 0, 1, 0.25};
  point.runs[1].labelled = {7, 0};
  const auto summary = summary_of(point);
  CHECK(summary["candidates"] == nlohmann::json({{"depth", 1000},
                                                 {"recall", 0.5},
                                                 {"test_queries", 20},
                                                 {"unjudged", 2},
                                                 {"irrelevant", 2}}));
  CHECK(summary["owners_only"] ==
        nlohmann::json::array({{{"party", 1}, {"repeats", 1}}}));
  CHECK(summary["collection"]["documents"] == 200);
  CHECK(summary["collection"]["unjudged_queries"] == 0);
}

TEST_CASE("a summary has the metrics that members shared, if they did") {
  SiloPoint point = small_silo_point();
  point.runs[0].shared = {{1, {7, {.25}}}};
  CHECK_FALSE(summary_of(point).contains("shared"));
  point.described.scenario.silo.sharing = MetricSharing::kPlain;
  CHECK(summary_of(point)["shared"].dump() ==
        R"([{"means":{"ndcg@10":0.25},"party":1,"queries":7,"repeat":1}])");
}

TEST_CASE("no party gains by joining where only one method was run") {
  SiloPoint point = small_silo_point();
  point.methods = {"global"};
  const auto summary = summary_of(point);
  CHECK(summary["gain_of_joining"].is_null());
  CHECK(summary["significance"].empty());
  CHECK_FALSE(summary["methods"].contains("local"));
}

TEST_CASE("a method's own summary is of that method alone") {
  const SiloPoint point = small_silo_point();
  const auto texts =
      written(method_summary_file(), SiloResults{point, Timing()});
  REQUIRE(texts.size() == 2);
  const auto local =
      nlohmann::json::parse(texts.at("methods/local/summary.json"));
  CHECK(local["method"] == "local");
  CHECK(local["runs"].size() == 1);
  CHECK(local["metrics"]["ndcg@10"]["n"] == 1);
  CHECK_FALSE(local.contains("methods"));
  CHECK(local["signature"] ==
        summary_of(point)["methods"]["local"]["signature"]);
}

TEST_CASE("the reason for an exclusion is text") {
  SiloPoint point = small_silo_point();
  point.runs[0].excluded = {{1, "a \"b\"\n\\"}};
  CHECK(summary_of(point)["excluded"][0]["why"] == "a \"b\"\n\\");
  CHECK(summary_of(point)["excluded"][0]["repeat"] == 1);
}

TEST_CASE("sampled test documents have no depth of candidates") {
  SiloPoint point = small_silo_point();
  point.described.scenario.silo.options.test_documents =
      TestDocuments::kSampled;
  CHECK(summary_of(point)["candidates"]["depth"].is_null());
}

}  // namespace fedltr::silo_summary_json_test
