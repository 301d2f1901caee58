#include "app/results/summary_parts.hpp"

#include <limits>

#include "tests/support/small_study.hpp"

namespace fedltr::summary_parts_test {
namespace {
using namespace fedltr::test;

nlohmann::json privacy_of(std::vector<std::string> settings) {
  const TemporaryFolder folder;
  settings.emplace_back("privacy.mechanism=gaussian");
  settings.emplace_back("privacy.mode=sound");
  const Outcome outcome = run_text(folder, kSmallStudy, "r", settings);
  REQUIRE_MESSAGE(outcome.code == 0, outcome.err);
  return json_of(folder / "r/summary.json")["privacy"];
}

}  // namespace

TEST_CASE("spreads keep their order, and no number is null") {
  const Json json =
      spreads_json({{"map", {0.5, std::numeric_limits<double>::quiet_NaN(), 1}},
                    {"err", {0.25, 0.125, 2}}});
  CHECK(json.dump() == R"({"map":{"mean":0.5,"std":null,"n":1},)"
                       R"("err":{"mean":0.25,"std":0.125,"n":2}})");
}

TEST_CASE("no bound is null in the account") {
  Composition account;
  account.basic = 3;
  account.advanced = std::numeric_limits<double>::infinity();
  account.renyi = 2.5;
  const Json json = composition_json(account);
  CHECK(json["basic"] == 3);
  CHECK(json["advanced"].is_null());
  CHECK(json["renyi"] == 2.5);
}

TEST_CASE("repeats on the same clients are accounted together") {
  const auto one = privacy_of({});
  const auto five = privacy_of({"run.repeats=5"});
  CHECK(one["accounted_all_runs"] == one["accounted"]);
  CHECK(five["accounted"] == one["accounted"]);
  CHECK(five["accounted_all_runs"] > five["accounted"]);
}

TEST_CASE("results outside the account are named") {
  CHECK(privacy_of({})["unprotected"].size() == 2);
  const auto more = privacy_of(
      {"evaluation.on=train", "heterogeneity.kind=dirichlet"})["unprotected"];
  CHECK(more.dump().find("evaluation.on = train") != std::string::npos);
  CHECK(more.dump().find("own_ metrics") != std::string::npos);
  const auto layers =
      privacy_of({"ranker.model=neural", "federation.local=fedper"});
  CHECK(layers["unprotected"].dump().find("output layer") != std::string::npos);
  const auto clicks =
      privacy_of({"unlearning.method=fine-tune", "unlearning.clients=1"});
  CHECK(clicks["unprotected"].dump().find("clicked_auc") != std::string::npos);
}

}  // namespace fedltr::summary_parts_test
