#include "app/plan/baseline_points.hpp"

#include <set>

#include <doctest/doctest.h>

#include "app/schema/choices.hpp"

namespace fedltr::baselines_test {
namespace {

using Clients = std::vector<std::uint32_t>;

/// A point of ten clients and twenty rounds, without a name.
GridPoint ten(std::vector<std::string> settings) {
  settings.insert(settings.begin(),
                  {"federation.clients=10", "federation.rounds=20"});
  return {{}, default_scenario(settings)};
}

bool names(const GridPoint& point, const std::string& key) {
  for (const auto& setting : point.settings)
    if (setting.first == key) return true;
  return false;
}

std::string value_of(const GridPoint& point, const std::string& key) {
  for (const auto& setting : point.settings)
    if (setting.first == key) return setting.second;
  return "";
}

}  // namespace

TEST_CASE("a baseline loses the names of points that set only its attack") {
  GridPoint attacked = ten({"attack.kind=lie", "attack.clients=3"});
  attacked.settings = {{"grid.attack", "lie"}, {"grid.scale", "small"}};
  attacked.scenario.named_points = {
      {"grid.attack", "lie", {"attack.clients", "attack.kind"}},
      {"grid.scale", "small", {"attack.lie.z", "federation.rounds"}}};
  const GridPoint honest = attack_free_baseline(attacked);
  CHECK_FALSE(names(honest, "grid.attack"));
  CHECK(value_of(honest, "grid.scale") == "small");
  REQUIRE(honest.scenario.named_points.size() == 1);
}

TEST_CASE("without attack all clients are honest, stay and are remembered") {
  GridPoint attacked = ten({"attack.kind=lie", "attack.clients=3",
                            "attack.lie.z=2", "unlearning.method=retrain",
                            "timeline.at=3 attack; 5 unlearn 7; 6 join 9"});
  const GridPoint honest = attack_free_baseline(attacked);
  CHECK(honest.scenario.attack.kind == "none");
  CHECK(honest.scenario.attack.parameters.empty());
  CHECK(attackers_of(honest.scenario) == 0);
  CHECK(honest.scenario.unlearning.method == "none");
  CHECK(unlearned_clients_of(honest.scenario).empty());
  CHECK(honest.scenario.text.at("attack.kind") == "none");
  // Clients join and leave in both.
  CHECK(honest.scenario.text.at("timeline.at") == "6 join 9");
  REQUIRE(honest.scenario.timeline.entries.size() == 1);
  CHECK(honest.scenario.timeline.entries[0].event == Event::kJoin);
  CHECK(attacked.scenario.attack.kind == "lie");
}

TEST_CASE("the baseline's scenario breaks no rule of its own") {
  for (const auto& each : attacks()) {
    if (each.name == "none") continue;
    const GridPoint honest =
        attack_free_baseline(ten({"attack.kind=" + each.name,
                                  "attack.clients=2", "timeline.at=3 attack"}));
    CAPTURE(each.name);
    CHECK_FALSE(find_conflict(honest.scenario));
    CHECK_FALSE(Choices(honest.scenario).is_attacked());
  }
}

TEST_CASE("those in the places of crafting attackers never fail") {
  for (const auto& each : attacks()) {
    CAPTURE(each.name);
    const GridPoint honest = attack_free_baseline(
        ten({"attack.kind=" + each.name, "faults.dropout=0.1"}));
    CHECK(honest.scenario.faults.spared == (each.traits.on_models ? 2 : 0));
    CHECK(honest.scenario.faults.dropout == 0.1);
  }
}

TEST_CASE("a rule still assumes the same number of malicious clients") {
  const GridPoint honest = attack_free_baseline(
      ten({"attack.kind=lie", "attack.clients=3", "aggregation.rule=krum"}));
  CHECK(honest.scenario.aggregation.malicious == 3U);
  CHECK(honest.scenario.text.at("aggregation.malicious") == "3");
  CHECK(value_of(honest, "aggregation.malicious") == "3");
  // The mean assumes no number of attackers, so its baselines are equal.
  CHECK_FALSE(names(attack_free_baseline(ten({"attack.kind=lie"})),
                    "aggregation.malicious"));
}

TEST_CASE("a baseline is named by what it does not share with others") {
  GridPoint attacked = ten({"attack.kind=lie"});
  attacked.settings = {{"attack.kind", "lie"}, {"learner.rate", "0.1"}};
  const auto settings = attack_free_baseline(attacked).settings;
  REQUIRE(settings.size() == 1);
  CHECK(settings[0].first == "learner.rate");
}

TEST_CASE("each request has a retraining without all that left by then") {
  const auto baselines = retraining_baselines(
      ten({"unlearning.method=federaser", "federation.absent=9",
           "timeline.at=5 unlearn 3; 8 unlearn 1-2; 4 leave 7"}));
  REQUIRE(baselines.size() == 2);
  CHECK(baselines[0].scenario.federation.absent == Clients{3, 9});
  CHECK(baselines[0].scenario.federation.rounds == 5);
  CHECK(baselines[0].scenario.text.at("federation.rounds") == "5");
  CHECK(baselines[1].scenario.federation.absent == Clients{1, 2, 3, 9});
  CHECK(baselines[1].scenario.text.at("federation.absent") == "1, 2, 3, 9");
  CHECK(baselines[1].scenario.federation.rounds == 8);
  CHECK(value_of(baselines[1], "absent") == "1+2+3+9");
  CHECK(value_of(baselines[1], "rounds") == "8");
  for (const GridPoint& baseline : baselines) {
    CHECK(baseline.scenario.unlearning.method == "none");
    CHECK(baseline.scenario.text.at("timeline.at") == "4 leave 7");
    CHECK_FALSE(find_conflict(baseline.scenario));
  }
}

TEST_CASE("the baseline of a single request needs no name") {
  const auto baselines = retraining_baselines(
      ten({"unlearning.method=retrain", "unlearning.clients=3"}));
  REQUIRE(baselines.size() == 1);
  CHECK(baselines[0].settings.empty());
  CHECK(baselines[0].scenario.federation.rounds == 20);
}

TEST_CASE("a retraining baseline has noise of its own, if any") {
  const auto baselines = [](const std::vector<std::string>& more) {
    std::vector<std::string> settings = {"unlearning.method=retrain",
                                         "unlearning.clients=3",
                                         "timeline.at=5 unlearn 4"};
    settings.insert(settings.end(), more.begin(), more.end());
    return retraining_baselines(ten(settings));
  };
  for (const GridPoint& baseline : baselines({}))
    CHECK(baseline.scenario.retraining == 0);
  const auto noisy = baselines({"privacy.mechanism=gamma-laplace"});
  CHECK(noisy.at(0).scenario.retraining == 1);
  CHECK(noisy.at(1).scenario.retraining == 2);
  // It differs from a grid point with the same keys.
  Scenario plain = noisy[0].scenario;
  plain.retraining = 0;
  CHECK(baseline_key(noisy[0].scenario) != baseline_key(plain));
}

TEST_CASE("attackers stay in a baseline until all of them are forgotten") {
  const auto baselines = retraining_baselines(
      ten({"unlearning.method=retrain", "attack.kind=lie", "attack.clients=2",
           "timeline.at=3 attack; 5 unlearn 0; 7 honest 1; 9 unlearn 1"}));
  REQUIRE(baselines.size() == 2);
  CHECK(baselines[0].scenario.attack.kind == "lie");
  // Client 1 is honest in round 7 and later, but attacks in the others.
  CHECK(baselines[0].scenario.text.at("timeline.at") == "3 attack; 7 honest 1");
  CHECK(baselines[1].scenario.attack.kind == "none");
  CHECK(baselines[1].scenario.text.at("timeline.at") == "");
}

TEST_CASE("an attacker is as honest in a baseline as in its federation") {
  const GridPoint point =
      ten({"unlearning.method=retrain", "attack.kind=ipm", "attack.clients=2",
           "timeline.at=8 unlearn 5; 10 attack 0-1"});
  const auto baselines = retraining_baselines(point);
  CHECK(baselines.at(0).scenario.text.at("timeline.at") == "10 attack 0-1");
  CHECK_FALSE(find_conflict(baselines[0].scenario));
}

TEST_CASE("an attacker that strikes last does not strike in a baseline") {
  const auto start = [](const std::string& value) {
    return retraining_baselines(
               ten({"unlearning.method=retrain", "attack.kind=replacement",
                    "attack.clients=1", "attack.start=" + value,
                    "timeline.at=8 unlearn 5"}))
        .at(0)
        .scenario.text.at("attack.start");
  };
  CHECK(start("0") == "20");
  CHECK(start("7") == "7");
}

TEST_CASE("baselines are wanted where there is something to compare") {
  const auto attack = [](const std::vector<std::string>& settings) {
    return wants_attack_free_baseline(unchecked_scenario(settings));
  };
  CHECK_FALSE(attack({}));
  CHECK(attack({"attack.kind=lie"}));
  CHECK_FALSE(attack({"attack.kind=lie", "attack.baseline=no"}));
  CHECK_FALSE(attack({"attack.kind=lie", "attack.clients=0"}));
  const auto retraining = [](std::vector<std::string> settings) {
    settings.emplace_back("unlearning.method=retrain");
    return wants_retraining_baselines(unchecked_scenario(settings));
  };
  CHECK_FALSE(retraining({}));
  CHECK(retraining({"unlearning.clients=1"}));
  CHECK(retraining({"timeline.at=4 unlearn 1"}));
  CHECK_FALSE(retraining({"unlearning.clients=1", "unlearning.evidence=no"}));
}

TEST_CASE("points whose results agree have one key, wherever they go") {
  const auto key = [](const std::vector<std::string>& settings) {
    return baseline_key(ten(settings).scenario);
  };
  CHECK(key({}) == key({"run.out=/elsewhere"}));
  CHECK(key({}) != key({"run.seed=2"}));
  CHECK(key({}) != key({"aggregation.rule=median"}));
}

TEST_CASE("keys without effect are no part of a point's key") {
  const auto key = [](const std::vector<std::string>& settings,
                      std::uint32_t spared = 0) {
    Scenario scenario = ten(settings).scenario;
    scenario.faults.spared = spared;
    return baseline_key(scenario);
  };
  // An attack without attackers,
  CHECK(key({}) == key({"attack.kind=lie", "attack.clients=0"}));
  CHECK(key({}) != key({"attack.kind=lie", "attack.clients=2"}));
  // and an exemption from faults that never occur.
  CHECK(key({}) == key({}, 2));
  CHECK(key({"faults.crash=0.1"}) != key({"faults.crash=0.1"}, 2));
}

TEST_CASE("attacks of one grid share their baseline, except for faults") {
  const auto baselines = [](const std::string& faults) {
    std::set<std::string> all;
    for (const auto& each : attacks())
      if (each.name != kNoAttack)
        all.insert(baseline_key(
            attack_free_baseline(ten({"attack.kind=" + each.name, faults}))
                .scenario));
    return all.size();
  };
  CHECK(baselines("faults.crash=0") == 1);
  CHECK(baselines("faults.crash=0.1") == 2);  // one on models, one on data
}

}  // namespace fedltr::baselines_test
