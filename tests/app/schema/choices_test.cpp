#include "app/schema/choices.hpp"

#include <doctest/doctest.h>

#include "app/schema/reader.hpp"

namespace fedltr::choices_test {
namespace {

/// Value of a claim about a scenario's choices.
template <class Claim>
auto of(const std::vector<std::string>& settings, const Claim& claim) {
  const Scenario scenario = unchecked_scenario(settings);
  return claim(Choices(scenario));
}

}  // namespace

TEST_CASE("choices are the table's methods of those names") {
  const Scenario scenario = unchecked_scenario(
      {"ranker.model=neural", "learner.method=pmgd", "aggregation.rule=bulyan",
       "aggregation.pre-aggregation=nnm", "attack.kind=ipm",
       "privacy.mechanism=gaussian", "clicks.model=pbm",
       "unlearning.method=fedremove",
       "heterogeneity.kind=quantity+click-preference"});
  const Choices choices(scenario);
  CHECK(choices.ranker.name == "neural");
  CHECK(choices.learner.name == "pmgd");
  CHECK(choices.rule.name == "bulyan");
  CHECK(choices.pre_aggregation.name == "nnm");
  CHECK(choices.attack.name == "ipm");
  CHECK(choices.mechanism.name == "gaussian");
  CHECK(choices.clicks.name == "pbm");
  REQUIRE(choices.unlearning);
  CHECK(choices.unlearning->name == "fedremove");
  REQUIRE(choices.splits.size() == 2);
  CHECK(choices.splits[0]->name == "quantity");
  CHECK(choices.splits[1]->name == "click-preference");
  CHECK(&choices.scenario == &scenario);
}

TEST_CASE("a name that is in no table is an error") {
  Scenario scenario = unchecked_scenario({});
  scenario.aggregation.rule = "majority";
  CHECK_THROWS_WITH_AS(Choices{scenario}, doctest::Contains("'majority'"),
                       std::invalid_argument);
}

TEST_CASE("all rules but those that make none are robust") {
  for (const auto& each : aggregation_rules())
    CHECK(of({"aggregation.rule=" + each.name}, [](const Choices& c) {
            return c.is_robust();
          }) == static_cast<bool>(each.make));
}

TEST_CASE("an attack on models or on data is one, none is not") {
  for (const auto& each : attacks())
    CHECK(of({"attack.kind=" + each.name}, [](const Choices& c) {
            return c.is_attacked();
          }) == (each.name != "none"));
}

TEST_CASE("searches of one model follow from the learner's parameters") {
  const auto searches = [](const Choices& c) { return c.searches_per_step(); };
  CHECK(of({}, searches) == 1);
  CHECK(of({"learner.pdgd.batch=4"}, searches) == 4);
  CHECK(of({"learner.method=dbgd"}, searches) == 1);
}

TEST_CASE("searches come in pairs unless es is set otherwise") {
  const auto pairs = [](const Choices& c) { return c.is_antithetic(); };
  CHECK_FALSE(of({}, pairs));
  CHECK(of({"learner.method=es"}, pairs));
  CHECK_FALSE(of({"learner.method=es", "learner.es.antithetic=no"}, pairs));
}

TEST_CASE("published noise of shares needs all clients, sound noise doesn't") {
  const auto all = [](const Choices& c) { return c.needs_all_clients(); };
  const std::string gamma = "privacy.mechanism=gamma-laplace";
  CHECK(of({gamma}, all));
  CHECK_FALSE(of({gamma, "privacy.mode=sound"}, all));
  CHECK_FALSE(of({}, all));
}

TEST_CASE("splits differ in what they divide") {
  for (const auto& each : splits()) {
    CAPTURE(each.name);
    const std::string kind = "heterogeneity.kind=" + each.name;
    CHECK(of({kind}, [](const Choices& c) { return c.is_split(); }) ==
          (each.name != kIidSplit));
    CHECK(of({kind}, [](const Choices& c) { return c.varies_searches(); }) ==
          static_cast<bool>(each.traits.searches));
    CHECK(of({kind + "+quantity"},
             [](const Choices& c) { return c.varies_searches(); }));
    for (const auto trait : {&SplitTraits::by_intent, &SplitTraits::by_log,
                             &SplitTraits::by_label})
      CHECK(of({kind}, [&](const Choices& c) { return c.any_split(trait); }) ==
            each.traits.*trait);
  }
}

}  // namespace fedltr::choices_test
