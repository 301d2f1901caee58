#include "app/plan/members_plan.hpp"

#include <cmath>
#include <set>

#include <doctest/doctest.h>

#include "algorithms/privacy/gaussian.hpp"
#include "app/base/errors.hpp"
#include "app/data/member_rows.hpp"
#include "app/schema/reader.hpp"

namespace fedltr::members_plan_test {
namespace {

/// Five members; a rehearsal of them has little synthetic data.
Scenario five(std::vector<std::string> settings = {}) {
  settings.insert(
      settings.begin(),
      {"members.names=a, b, c, d, e", "synthetic.like=custom",
       "synthetic.queries=100", "synthetic.documents=4", "synthetic.features=3",
       "members.colluders=0", "members.dropouts=0"});
  return unchecked_scenario(settings);
}

members::MembersPlan plan_of(const std::vector<std::string>& settings) {
  return members_plan(five(settings), 3, 7);
}

std::vector<Run> rehearsals_of(const std::vector<std::string>& settings,
                               std::uint32_t first = 0) {
  const Scenario scenario = five(settings);
  return build_rehearsals(scenario, load_member_rows(scenario), first);
}

/// Returns the epsilon of a period in which all are in all epochs.
double epsilon_of_period(const std::vector<std::string>& settings) {
  const Scenario scenario = five(settings);
  const auto plan = members_plan(scenario, 3, 7);
  return gaussian_epsilon(1 / std::sqrt(mu_squared_of_period(scenario, plan)),
                          scenario.members.delta);
}

}  // namespace

TEST_CASE("a rehearsal begins with the model of ranker.from") {
  const Scenario scenario = five({"run.repeats=2"});
  StartModels start;
  start.parameters = {Vector{{1, 2, 3}}, Vector{{4, 5, 6}}};
  const auto runs =
      build_rehearsals(scenario, load_member_rows(scenario), 0, start);
  REQUIRE(runs.size() == 2);
  for (std::size_t i = 0; i < 2; ++i) {
    CHECK(runs[i].rehearsal->plan.initial == start.parameters[i]);
    CHECK(runs[i].plan.initial == start.parameters[i]);
  }
}

TEST_CASE(
    "a period has all epochs and some to spare, or those it has time for") {
  const auto counts = [](const std::vector<std::string>& settings) {
    const Scenario scenario = five(settings);
    return std::pair{epochs_of_period(scenario), exams_of_period(scenario)};
  };
  const std::string epochs = "members.epochs=20";
  const std::string evaluate = "members.evaluate=5";
  CHECK(counts({epochs}) == std::pair{24U, 0U});
  CHECK(counts({epochs, evaluate}) == std::pair{24U, 8U});
  const std::string hourly = "members.every=1h";
  CHECK(counts({epochs, evaluate, hourly, "members.period=10h"}) ==
        std::pair{11U, 6U});
  CHECK(counts({epochs, evaluate, hourly, "members.period=30d"}) ==
        std::pair{24U, 8U});
}

TEST_CASE("the noise of a period adds up to the agreed epsilon") {
  for (const std::string every : {"0", "1h"})
    for (const std::string share : {"0.1", "0.5"}) {
      CAPTURE(every);
      CAPTURE(share);
      const std::vector<std::string> settings = {
          "members.epsilon=2", "members.epochs=20", "members.every=" + every,
          "members.period=10h", "members.evaluate-share=" + share};
      CHECK(epsilon_of_period(settings) == doctest::Approx(2).epsilon(1e-3));
      auto evaluates = settings;
      evaluates.emplace_back("members.evaluate=5");
      CHECK(epsilon_of_period(evaluates) == doctest::Approx(2).epsilon(1e-3));
      // The evaluations have their share of it.
      const Scenario scenario = five(evaluates);
      const auto plan = members_plan(scenario, 3, 7);
      CHECK(plan.mu_squared(EpochKind::kEvaluation) *
                exams_of_period(scenario) /
                mu_squared_of_period(scenario, plan) ==
            doctest::Approx(std::stod(share)).epsilon(1e-3));
    }
  CHECK(plan_of({}).code.multiplier == 0);
}

TEST_CASE("a plan has the settings that members agree on") {
  const auto plan =
      plan_of({"members.epochs=7", "members.rate=0.5", "members.steps=3",
               "members.clip=0.25", "members.divisor=99", "members.every=2h",
               "members.evaluate=5", "members.liars=2", "members.lie=1000",
               "run.name=clinics"});
  CHECK(plan.name == "clinics");
  CHECK(plan.names == std::vector<std::string>{"a", "b", "c", "d", "e"});
  CHECK(plan.epochs == 7);
  CHECK(plan.training.rate == 0.5);
  CHECK(plan.training.steps == 3);
  CHECK(plan.training.clip == 0.25);
  CHECK(plan.code.clip == 0.25);
  CHECK(plan.training.quantum == plan.code.step());
  CHECK(plan.divisor == 99);
  CHECK(plan.every == 7200);
  CHECK(plan.evaluate == 5);
  CHECK(plan.liars.count == 2);
  CHECK(plan.liars.length == 1000);
  CHECK(plan.initial == Vector::Zero(3));
  CHECK(plan_of({"ranker.init=normal"}).initial ==
        plan_of({"ranker.init=normal"}).initial);
}

TEST_CASE("units of a member bound its part, if their number is agreed") {
  CHECK(plan_of({}).units == 1);
  CHECK(plan_of({"members.unit=query", "members.at-most=50"}).units == 50);
  CHECK(plan_of({"members.unit=user"}).units == 0);
  // Noise hides a member's number of queries, unless a query is the unit.
  CHECK_FALSE(plan_of({}).one_each);
  CHECK(plan_of({"members.epsilon=2"}).one_each);
  CHECK_FALSE(plan_of({"members.epsilon=2", "members.unit=query"}).one_each);
}

TEST_CASE("only simulated users click by a model") {
  CHECK(plan_of({}).training.clicks == nullptr);
  const auto simulated = plan_of(
      {"members.source=simulated", "members.searches=40", "members.grades=3"});
  REQUIRE(simulated.training.clicks);
  CHECK(simulated.training.clicks->user);
  CHECK(simulated.training.clicks->searches == 40);
  CHECK(simulated.training.clicks->seed == 7);
  const auto real = plan_of({"members.source=clicks"});
  REQUIRE(real.training.clicks);
  CHECK_FALSE(real.training.clicks->user);
  CHECK_FALSE(real.training.clicks->from_log);
  CHECK(plan_of({"members.source=log", "learner.method=naive"})
            .training.clicks->from_log);
}

TEST_CASE("each repeat is a rehearsal with a number and a seed, and all rows") {
  const auto runs = rehearsals_of(
      {"run.repeats=3", "members.every=1h", "members.hold-out=0.5"}, 4);
  REQUIRE(runs.size() == 3);
  std::set<std::uint64_t> seeds;
  for (std::uint32_t i = 0; i < 3; ++i) {
    const members::Rehearsal& rehearsal = *runs[i].rehearsal;
    CHECK(runs[i].plan.run == 4 + i);
    CHECK(runs[i].plan.clients == 5);
    CHECK(rehearsal.seed == runs[i].plan.seed);
    seeds.insert(rehearsal.seed);
    CHECK(rehearsal.plan.every == 0);  // no waiting
    CHECK(rehearsal.rows.size() == 5);
    for (const auto& exam : rehearsal.exams) CHECK(exam != nullptr);
  }
  CHECK(seeds.size() == 3);
}

TEST_CASE("a member without held-out queries has no evaluation of its own") {
  const auto runs = rehearsals_of({"members.hold-out=0"});
  for (const auto& exam : runs[0].rehearsal->exams) CHECK(exam == nullptr);
}

TEST_CASE("the account of a rehearsal covers its unit, or nothing") {
  const PrivacySpec none = rehearsals_of({})[0].plan.privacy;
  CHECK(none.caveat == "only sums of masked parts are seen, without noise");
  const std::vector<std::string> noisy = {
      "members.epsilon=2", "members.epochs=20", "members.unit=query",
      "members.at-most=99"};
  const PrivacySpec spec = rehearsals_of(noisy)[0].plan.privacy;
  CHECK(spec.mechanism == "gaussian");
  CHECK(spec.caveat ==
        "covers one query, added or removed, against a server that follows the "
        "protocol and colludes with up to 0 of an epoch's members; simulated "
        "randomness");
  // One epoch is a release.
  const auto plan = plan_of(noisy);
  CHECK(spec.claimed ==
        doctest::Approx(gaussian_epsilon(
            1 / std::sqrt(plan.mu_squared(EpochKind::kLearning)),
            five(noisy).members.delta)));
}

}  // namespace fedltr::members_plan_test
