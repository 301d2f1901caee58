#include "app/results/attack_report.hpp"

#include <cmath>

#include "app/results/matrix.hpp"
#include "tests/support/scenario.hpp"
#include "tests/support/small_results.hpp"

namespace fedltr::attack_report_test {
using namespace fedltr::test;

namespace {

Scenario attacked_scenario() {
  return default_scenario({"federation.clients=4", "attack.kind=ipm",
                           "attack.clients=1", "aggregation.rule=median"});
}

std::vector<Run> judged_runs() {
  std::vector<Run> runs = {small_run(0.25), small_run(0.75, 2)};
  runs[0].result.clients[0].attacking = {6, 3};
  runs[1].result.clients[0].attacking = {2, 1};
  runs[0].result.clients[1].honest = {8, 1};
  return runs;
}

}  // namespace

TEST_CASE("rejected fractions are of all judged updates of all runs") {
  const AttackReport report =
      report_attack(attacked_scenario(), judged_runs(), {});
  CHECK(report.kind == "ipm");
  CHECK(report.rule == "median");
  CHECK(report.attackers == 1);
  CHECK(report.rejected_attackers == 0.5);
  CHECK(report.rejected_honest == 0.125);
  CHECK(report.attacked.mean == 0.5);
  CHECK(report.attacked.n == 2);
  CHECK(report.honest.n == 0);
  CHECK(std::isnan(report.lost()));
}

TEST_CASE("a baseline counts only if it has the same runs, as far") {
  const Scenario scenario = attacked_scenario();
  const auto lost = [&](const std::vector<Run>& honest) {
    return report_attack(scenario, judged_runs(), honest).lost();
  };
  std::vector<Run> honest = {small_run(0.75), small_run(0.75, 2)};
  CHECK(lost(honest) == 0.25);
  honest[1].repeat = 3;
  CHECK(std::isnan(lost(honest)));
  honest.pop_back();
  CHECK(std::isnan(lost(honest)));
  honest.push_back(small_run(0.75, 2));
  honest[1].result.rounds.back().round = 3;
  CHECK(std::isnan(lost(honest)));
}

TEST_CASE("without attackers the kind is none, whatever the key") {
  const Scenario scenario = default_scenario({"aggregation.rule=median"});
  const AttackReport report = report_attack(scenario, {small_run(0.5)}, {});
  CHECK(report.kind == "none");
  CHECK(report.attackers == 0);
  CHECK(std::isnan(report.rejected_honest));  // no client was judged
}

TEST_CASE("an attack or a robust rule is worth a line, neither is not") {
  const auto has_content = [](const std::vector<std::string>& settings) {
    return report_attack(default_scenario(settings), {small_run(0.5)}, {})
        .has_content();
  };
  CHECK_FALSE(has_content({}));
  CHECK(has_content({"aggregation.rule=median"}));
  CHECK(has_content({"attack.kind=lie", "attack.clients=2"}));
  CHECK_FALSE(has_content({"attack.kind=lie", "attack.clients=0"}));
}

TEST_CASE("a matrix's cell of a single run has no deviation") {
  const AttackReport report =
      report_attack(attacked_scenario(), {small_run(0.5)}, {small_run(0.75)});
  CHECK(matrix_csv({{"", "ipm", "median", report}}, "map") ==
        "panel,attack,rule,map,map_std,honest,lost,rejected_attackers,"
        "rejected_honest\n\"\",ipm,median,0.5,nan,0.75,0.25,nan,nan\n");
}

}  // namespace fedltr::attack_report_test
