// A study that writes nothing, with methods of the caller's own.
#include "app/study/simulate.hpp"

#include "algorithms/aggregation/aggregation.hpp"
#include "app/base/errors.hpp"
#include "app/results/summary.hpp"
#include "app/schema/own_methods.hpp"
#include "app/schema/reader.hpp"
#include "tests/support/error_of.hpp"
#include "tests/support/small_study.hpp"

namespace fedltr::simulate_test {
namespace {
using namespace fedltr::test;

using Settings = std::vector<std::string>;

Scenario small(const Settings& settings, const OwnMethods& own = {}) {
  const TemporaryFolder folder;
  return read_scenario(folder.write("s.ini", kSmallStudy), settings,
                       std::make_shared<OwnMethods>(own))
      .points[0]
      .scenario;
}

std::string simulated(const Settings& settings, const OwnMethods& own = {}) {
  Interrupt interrupt;
  const std::vector<Run> runs = simulate(
      small(settings, own), [](const Run&, const RoundRecord&) {}, interrupt);
  return signature(runs);
}

/// Signature of `fedltr run`.
std::string run_by_name(const Settings& settings) {
  const TemporaryFolder folder;
  const Outcome outcome = run_text(folder, kSmallStudy, "r", settings);
  REQUIRE_MESSAGE(outcome.code == 0, outcome.err);
  return json_of(folder / "r/summary.json")["signature"];
}

/// The named methods as the caller's own. Called for no parameters.
OwnMethods own_rule(const std::string& name) {
  OwnMethods own;
  own.rule = find(aggregation_rules(), name);
  return own;
}
OwnMethods own_attack(const std::string& name) {
  OwnMethods own;
  own.attack = find(attacks(), name);
  return own;
}
OwnMethods own_clicks(const std::string& name) {
  OwnMethods own;
  own.clicks = find(click_models(), name);
  return own;
}

std::string complaint(const Settings& settings, const OwnMethods& own) {
  return error_of<UsageError>([&] { small(settings, own); });
}

}  // namespace

TEST_CASE("a simulation has the bits of a run") {
  const std::vector<Settings> kinds = {
      {"run.repeats=2", "data.fold=all"},
      {"faults.dropout=0.2", "privacy.mechanism=gaussian",
       "privacy.mode=sound"},
      {"privacy.secure-aggregation=yes"},
      {"unlearning.method=federaser", "unlearning.clients=3",
       "unlearning.after=2", "unlearning.memory=1"}};
  for (const Settings& settings : kinds) {
    CAPTURE(settings.front());
    CHECK(simulated(settings) == run_by_name(settings));
  }
}

TEST_CASE("the caller's own methods take the place of those named") {
  const Settings attacked = {"attack.kind=sign-flip", "attack.clients=6"};
  const auto with = [&](Settings more) {
    more.insert(more.end(), attacked.begin(), attacked.end());
    return more;
  };
  const std::string plain = simulated(attacked);
  const std::string by_median = run_by_name(with({"aggregation.rule=median"}));
  CHECK(by_median != plain);
  CHECK(simulated(attacked, own_rule("median")) == by_median);
  CHECK(simulated({"attack.clients=6"}, own_attack("sign-flip")) == plain);
  CHECK(simulated(attacked, own_clicks("perfect")) ==
        run_by_name(with({"clicks.model=perfect"})));
}

TEST_CASE("an own rule sees the local models themselves") {
  const Settings named = {"aggregation.rule=krum", "attack.kind=lie",
                          "attack.clients=2"};
  Settings mixed = named;
  mixed.push_back("aggregation.pre-aggregation=bucketing");
  CHECK(simulated(mixed, own_rule("median")) ==
        run_by_name({"aggregation.rule=median", "attack.kind=lie",
                     "attack.clients=2"}));
}

TEST_CASE("an own method that would have no effect is refused") {
  CHECK(has(complaint({"learner.method=es", "federation.interactions=4"},
                      own_rule("median")),
            "robust rules compare models, which es does not send"));
  CHECK(has(complaint({"privacy.secure-aggregation=yes"}, own_rule("median")),
            "median compares updates with each other"));
  CHECK(has(
      complaint({"heterogeneity.kind=click-preference"}, own_clicks("perfect")),
      "heterogeneity.kind = click-preference: brings its own users"));
  CHECK(complaint({"heterogeneity.kind=click-preference"}, {}).empty());
}

TEST_CASE("an interrupted simulation ends with the run that it was in") {
  Interrupt interrupt;
  std::uint32_t last = 0;
  const std::vector<Run> runs = simulate(
      small({"run.repeats=3", "federation.rounds=2000"}),
      [&](const Run& run, const RoundRecord& record) {
        last = run.repeat;
        if (run.repeat == 2 && record.round == 1) interrupt.trigger();
      },
      interrupt);
  CHECK(last == 2);
  REQUIRE(runs.size() == 2);
  CHECK(runs[0].result.complete);
  CHECK_FALSE(runs[1].result.complete);
}

}  // namespace fedltr::simulate_test
