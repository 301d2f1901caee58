#include "app/results/federation_files.hpp"
#include "tests/support/unlearned_runs.hpp"

namespace fedltr::unlearning_json_test {
using namespace fedltr::test;

TEST_CASE("unlearning.json of one run has no deviation and no error") {
  Unlearned study;
  study.add(0.5, 0.75);
  const auto request = study.request();
  CHECK(request["rounds"] == nlohmann::json({{"before", 4}, {"last", 6}}));
  const auto& metric = request["ndcg@10"];
  CHECK(metric["before"] == nlohmann::json({{"configuration", "3H-1M"},
                                            {"mean", 0.25},
                                            {"std", nullptr},
                                            {"n", 1}}));
  CHECK(metric["gap"] == 0.5);
  CHECK(metric["gap_error"].is_null());
  CHECK(metric["gap_closed"] == 0.5);
  CHECK(request["distance_to_retrained"]["ratio"] == 0.25);
  CHECK(request["clicked_auc"]["before"].is_null());  // no client clicked
  CHECK(request["cost"]["unlearning"]["seconds"] == 0.5);
  CHECK(
      request["cost"]["saved"] ==
      nlohmann::json(
          {{"steps", 2.0}, {"rounds", 2.0}, {"bytes", 3.0}, {"seconds", 4.0}}));
}

TEST_CASE("unlearning.json without retraining has null in its place") {
  Unlearned study;
  study.add(0.5, 0.75);
  study.retrained.clear();
  study.small.honest.clear();
  const auto request = study.request();
  CHECK(request["ndcg@10"]["retrained"].is_null());
  CHECK(request["ndcg@10"]["honest"].is_null());
  CHECK(request["ndcg@10"]["gap"].is_null());
  CHECK(request["cost"]["retraining"].is_null());
}

TEST_CASE("without requests there is no unlearning.json") {
  CHECK(written(unlearning_json_file(), SmallResults().results()).empty());
}

TEST_CASE("without retraining nothing is saved, as far as is known") {
  Unlearned study;
  study.add(0.5, 0.75);
  study.retrained.clear();
  const auto request = study.request();
  CHECK(request["cost"]["saved"] == nlohmann::json({{"steps", nullptr},
                                                    {"rounds", nullptr},
                                                    {"bytes", nullptr},
                                                    {"seconds", nullptr}}));
  CHECK(request["cost"]["unlearning"]["steps"] == 12.0);
}

TEST_CASE("unlearning that costs nothing has saved no factor") {
  Unlearned study;
  study.add(0.5, 0.75);
  UnlearningRecord& record = study.small.runs[0].result.unlearned[0];
  record.interactions = 0;
  const auto saved = study.request()["cost"]["saved"];
  CHECK(saved["steps"].is_null());
  CHECK(saved["rounds"] == 2.0);
}

TEST_CASE("means of unlearning.json are over the runs") {
  Unlearned study;
  study.add(0.5, 0.75);
  study.add(0.25, 1);
  const auto request = study.request();
  const auto& metric = request["ndcg@10"];
  CHECK(metric["after"]["mean"] == 0.375);
  CHECK(metric["after"]["n"] == 2);
  CHECK(metric["retrained"]["mean"] == 0.875);
  CHECK(metric["honest"]["mean"] == 0.875);
  CHECK(metric["gap"] == 0.625);
  CHECK_FALSE(metric["gap_error"].is_null());
  CHECK(request["clients"] == nlohmann::json({1}));
  CHECK(request["complete"] == true);
}

TEST_CASE("unlearning.json names the method of all its requests") {
  Unlearned study;
  study.add(0.5, 0.75);
  study.small.unlearned = study.reports();
  study.small.unlearned.push_back(study.small.unlearned[0]);
  study.small.unlearned[1].reached = false;
  const auto json = nlohmann::json::parse(
      text_of(unlearning_json_file(), study.small.results()));
  CHECK(json["method"] == "federaser");
  REQUIRE(json["requests"].size() == 2);
  CHECK(json["requests"][1].size() == 3);
  CHECK(json["requests"][1]["complete"] == false);
}

}  // namespace fedltr::unlearning_json_test
