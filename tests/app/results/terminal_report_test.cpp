// Lines of the report, from values that the writers of files share.
#include <cmath>

#include "app/base/json.hpp"
#include "app/results/attack_report.hpp"
#include "app/results/manifest.hpp"
#include "app/results/privacy_json.hpp"
#include "app/results/summary.hpp"
#include "app/results/timing.hpp"
#include "app/results/unlearning_report.hpp"
#include "app/schema/reader.hpp"
#include "tests/support/scenario.hpp"

namespace fedltr::report_test {
using fedltr::test::has;

TEST_CASE("the attack's line has the loss and the rejected clients") {
  AttackReport report;
  report.kind = "lie";
  report.rule = "krum";
  report.attackers = 2;
  report.attacked = {0.25, 0, 1};
  report.rejected_attackers = 0.5;
  report.rejected_honest = 0.125;
  CHECK(std::isnan(report.lost()));
  CHECK(attack_text(report, "ndcg@10", 10) ==
        "lie by 2 of 10 against krum; rejected 50.0% of the attackers' updates "
        "and 12.5% of the honest ones");
  report.honest = {0.5, 0, 1};
  CHECK(report.lost() == 0.25);
  has(attack_text(report, "ndcg@10", 10),
      ": ndcg@10 0.2500, 0.2500 below the attack-free baseline; rejected");
  report.rejected_attackers = std::nan("");
  report.attackers = 0;
  has(attack_text(report, "ndcg@10", 10), "no attack; krum");
  has(attack_text(report, "ndcg@10", 10), "; rejected 12.5% of the honest");
}

TEST_CASE("a gap too small to divide by is none") {
  UnlearningReport report;
  report.before = {0.2, 0, 2};
  report.unlearned = {0.35, 0, 2};
  report.gap = 0.2;
  CHECK(report.gap_closed() == doctest::Approx(0.75));
  report.gap_error = 0.3;  // its standard error
  CHECK(!report.has_gap());
  CHECK(std::isnan(report.gap_closed()));
  report.gap_error = 0;
  report.gap = 0.0019;
  CHECK(!report.has_gap());
  report.gap = -0.1;
  CHECK(report.has_gap());
}

TEST_CASE("unlearning's lines have the departed, what is left, and the costs") {
  UnlearningReport report;
  report.method = "federaser";
  report.after = 10;
  report.clients = {3};
  report.took_part = true;
  report.before_name = "8H-2M";
  report.before = {0.2, 0, 1};
  report.unlearned = {0.3, 0, 1};
  report.clicked_after = std::nan("");
  const auto text = [&] { return unlearning_text(report, "map"); };
  CHECK(text() ==
        "unlearned client 3 after round 10 by federaser: map 0.2000 (8H-2M) -> "
        "0.3000\n");
  report.retrained = {0.4, 0, 1};
  report.gap = 0.2;
  report.distance.before = 4;
  report.distance.after = 1;
  report.cost = {10, 2, 2000, 1};
  report.retraining = {100, 1, 0, 1};
  has(text(), "50.0% of the gap closed; 0.250 of the distance");
  has(text(), "10.0 times fewer searches, 2.0 times as many rounds");
  report.clients = {1, 2, 3, 4, 5, 6, 7, 8, 9};
  has(text(), "unlearned 9 clients after");
  report.took_part = false;
  has(text(), "never took part");
  report.complete = false;
  has(text(), "not completed");
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

TEST_CASE("the identity of a study has the keys that decide its results") {
  const Scenario scenario =
      default_scenario({"federation.clients=7", "run.threads=3"});
  const Json identity = identity_json(scenario, {{"file", "abc"}});
  CHECK(identity["scenario"]["federation.clients"] == "7");
  CHECK(!identity["scenario"].contains("run.threads"));
  CHECK(!identity["scenario"].contains("checkpoint.every"));
  CHECK(!identity["scenario"].contains("silo.parties"));
  CHECK(identity["data"][0]["sha256"] == "abc");
  const Json manifest =
      parse_json(manifest_text(scenario, {}, {{1, 1, 5}}, "words"));
  CHECK(manifest["scenario"] == identity["scenario"]);
  CHECK(manifest["randomness"] == "words");
}

TEST_CASE("the rate is of interactions by wall time") {
  Timing timing;
  timing.wall_seconds = 4;
  timing.interactions = 10;
  CHECK(parse_json(timing_text(timing))["interactions_per_second"] == 2.5);
}

TEST_CASE("the privacy line has the claim beside the account") {
  PrivacySpec privacy;
  privacy.mechanism = "none";
  privacy.caveat = "nothing is noisy";
  CHECK(privacy_text(privacy, 5) == "none: nothing is noisy");
}

}  // namespace fedltr::report_test
