#include "actors/alone/lone_federation.hpp"

#include <doctest/doctest.h>

#include "tests/support/small_federation.hpp"

namespace fedltr::lone_federation_test {
namespace {

/// Runs a plan without actors and with them, and compares every row and bit.
void check_same(const FederationPlan& plan) {
  const test::Memory actors = test::run(plan, 2);
  LoneFederation alone(plan);
  while (!alone.is_done()) alone.step();
  const auto& rows = actors.rounds.at(0);
  REQUIRE(alone.records().size() == rows.size());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const RoundRecord& row = alone.records()[i];
    CHECK(test::same_records(row, rows[i]));
    CHECK(row.faults == rows[i].faults);
    CHECK(row.rejected == rows[i].rejected);
    CHECK(row.epsilon == rows[i].epsilon);
  }
  CHECK(Vector(alone.model()) == actors.results.at(0).model);
}

/// A plan whose first clients attack: some in each of two cohorts' reach.
FederationPlan attacked(const std::string& attack, const std::string& rule) {
  FederationPlan plan = test::small_plan(20, 6);
  plan.attack.schedule = AttackSchedule(4, {{3, Event::kHonest, {0, 1}}});
  plan.attack.make = test::attack_of(attack);
  plan.attack.assumed = 4;
  if (const auto make = find(aggregation_rules(), rule).make)
    plan.rule = [make] {
      RuleOptions options;
      options.malicious = 4;
      options.clients = 20;
      return make(options);
    };
  return plan;
}

}  // namespace

TEST_CASE("a run without actors has the bits of one with them") {
  for (const std::uint32_t clients : {1U, 300U, 600U}) {
    FederationPlan plan = test::small_plan(clients, 5);
    check_same(plan);
    plan.participation = 0.3;
    plan.evaluate_every = 2;
    check_same(plan);
  }
}

TEST_CASE("attackers and rules act alike without actors") {
  for (const std::string attack : {"sign-flip", "lie", "mimic"})
    for (const std::string rule : {"mean", "krum", "median"})
      for (const bool full : {false, true}) {
        CAPTURE(attack);
        CAPTURE(rule);
        FederationPlan plan = attacked(attack, rule);
        plan.attack.full = full;
        check_same(plan);
      }
}

TEST_CASE("attackers of several cohorts collude without actors") {
  FederationPlan plan = attacked("lie", "mean");
  plan.clients = 530;
  plan.attack.schedule = AttackSchedule(260, {});
  check_same(plan);
  plan.attack.full = true;
  check_same(plan);
}

TEST_CASE("faults and poisoned clicks are the same without actors") {
  FederationPlan plan = test::small_plan(280, 8);
  plan.attack.schedule = AttackSchedule(40, {{4, Event::kHonest, {}}});
  ClickOptions options;
  options.grades = 3;
  plan.attack.poison = find(click_models(), "informational").make(options);
  FaultOptions faults;
  faults.dropout = faults.late = faults.corrupt = faults.crash = 0.1;
  faults.delay = 3;
  faults.use_late = true;
  plan.faults = FaultSchedule(faults, 1, {{3, Event::kLeave, {5, 270}}});
  check_same(plan);
}

TEST_CASE("a run without actors refuses what only actors do") {
  FederationPlan plan = test::small_plan(4, 2);
  plan.secure.emplace();
  CHECK_THROWS_WITH(LoneFederation{plan},
                    "a run without actors can't mask updates");
  plan = test::neural_plan(test::small_plan(4, 2), 3);
  plan.personal = 3;
  CHECK_THROWS_AS(LoneFederation{plan}, std::invalid_argument);
}

}  // namespace fedltr::lone_federation_test
