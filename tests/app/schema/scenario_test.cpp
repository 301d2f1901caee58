// Values derived from a scenario's keys.
#include "app/schema/scenario.hpp"

#include <doctest/doctest.h>

#include "app/schema/reader.hpp"

namespace fedltr::scenario_test {
namespace {

using Clients = std::vector<std::uint32_t>;

/// A scenario of ten clients.
Scenario ten(std::vector<std::string> settings = {}) {
  settings.insert(settings.begin(), "federation.clients=10");
  return unchecked_scenario(settings);
}

}  // namespace

TEST_CASE("participants are a rounded share of those there, at least one") {
  CHECK(participants_of(ten()) == 10);
  CHECK(participants_of(ten({"federation.participation=0.25"})) == 3);
  CHECK(participants_of(ten({"federation.participation=0.24"})) == 2);
  CHECK(participants_of(ten({"federation.participation=0.01"})) == 1);
  CHECK(participants_of(ten(
            {"federation.participation=0.5", "federation.absent=0-3"})) == 3);
  CHECK(participants_of(ten({"federation.participation=0.5"}), 4) == 2);
  CHECK(participants_of(ten(), 0) == 1);
}

TEST_CASE("more absent clients than there are leave one participant") {
  CHECK(participants_of(ten({"federation.absent=0-20"})) == 1);
}

TEST_CASE("attackers have the set number, if there is an attack") {
  CHECK(attackers_of(ten({"attack.clients=3"})) == 0);
  const std::string lie = "attack.kind=lie";
  CHECK(attackers_of(ten({lie})) == 2);
  CHECK(attackers_of(ten({lie, "attack.clients=3"})) == 3);
  CHECK(attackers_of(ten({lie, "attack.clients=0"})) == 0);
  CHECK(attackers_of(ten({lie, "attack.clients=0.25"})) == 3);
  CHECK(attackers_of(ten({lie, "attack.clients=0.04"})) == 0);
  // 14.5, which is slightly less in binary.
  CHECK(attackers_of(
            ten({lie, "attack.clients=0.29", "federation.clients=50"})) == 15);
  CHECK(attackers_of(ten({lie, "attack.clients=99"})) == 10);
  CHECK(attackers_of(ten({"attack.kind=click-poison", "attack.clients=3"})) ==
        3);
}

TEST_CASE("a rule assumes the set number, or the attackers, within its bound") {
  const std::string krum = "aggregation.rule=krum";  // n >= 2m + 3
  const std::string lie = "attack.kind=lie";
  CHECK(assumed_malicious(ten({krum})) == 0);
  CHECK(assumed_malicious(ten({krum, lie, "attack.clients=2"})) == 2);
  CHECK(assumed_malicious(ten({krum, lie, "attack.clients=4"})) == 3);
  CHECK(assumed_malicious(ten({krum, lie, "attack.clients=4",
                               "federation.participation=0.5"})) == 1);
  CHECK(assumed_malicious(ten({krum, lie, "attack.clients=4",
                               "federation.participation=0.1"})) == 0);
  CHECK(assumed_malicious(ten({krum, "aggregation.malicious=9"})) == 9);
  const std::string warn = "aggregation.condition=warn";
  CHECK(assumed_malicious(ten({krum, lie, warn, "attack.clients=4"})) == 4);
  CHECK(assumed_malicious(ten({krum, warn})) == 0);
  CHECK(assumed_malicious(ten({krum, lie, warn, "attack.clients=4",
                               "federation.participation=0.3"})) == 2);
}

TEST_CASE("weights add up to the searches of all, or to the clients") {
  const std::string four = "federation.interactions=4";
  const std::string quantity = "heterogeneity.kind=quantity";
  const std::string uneven = "heterogeneity.interactions=1, 9";
  CHECK(max_weight(ten({four})) == 40);
  CHECK(max_weight(ten({four, quantity, uneven})) == 90);
  CHECK(max_weight(ten({"federation.interactions=12", quantity, uneven})) ==
        120);
  CHECK(max_weight(ten(
            {four, quantity, uneven, "federation.weighting=uniform"})) == 10);
}

TEST_CASE(
    "unlearned clients are listed by round, of the keys and of the timeline") {
  const auto leavings = unlearned_clients_of(
      ten({"unlearning.clients=7,2", "unlearning.after=5",
           "timeline.at=9 unlearn 1; 5 unlearn 4; 3 leave 0; 2 unlearn 3"}));
  REQUIRE(leavings.size() == 3);
  CHECK(leavings[0].after == 2);
  CHECK(leavings[0].clients == Clients{3});
  CHECK(leavings[1].after == 5);
  CHECK(leavings[1].clients == Clients{2, 4, 7});
  CHECK(leavings[2].after == 9);
  CHECK(leavings[2].clients == Clients{1});
}

TEST_CASE("without a round clients leave after the last") {
  const auto leavings = unlearned_clients_of(
      ten({"unlearning.clients=1", "federation.rounds=17"}));
  REQUIRE(leavings.size() == 1);
  CHECK(leavings[0].after == 17);
  CHECK(unlearned_clients_of(ten()).empty());
}

TEST_CASE("joins and leaves are moves, attacks and unlearning are not") {
  CHECK(has_moves(ten({"timeline.at=3 join 1"})));
  CHECK(has_moves(ten({"timeline.at=2 attack; 3 leave 1"})));
  CHECK_FALSE(has_moves(ten({"timeline.at=2 attack; 3 honest"})));
  CHECK_FALSE(has_moves(ten({"timeline.at=3 unlearn 1"})));
}

TEST_CASE("updates are stored for the methods that go by them") {
  CHECK_FALSE(stores_updates(ten()));
  for (const auto& each : unlearning_methods())
    CHECK(stores_updates(ten({"unlearning.method=" + each.name})) ==
          each.make.history);
}

TEST_CASE("a parameter's default is that of the method chosen") {
  const Key& period = *find_key("attack.period");
  CHECK(default_text(period, ten({"attack.kind=rotating"})) == "10");
  CHECK(default_text(period, ten({"attack.kind=blinding"})) == "300");
  const Key& like = *find_key("synthetic.like");
  CHECK(default_text(like, ten()) == "mq2008");
  CHECK(default_text(like, unchecked_scenario({"silo.parties=2"})) == "text");
  CHECK(fallback_of(like, Study::kSilo) == "text");
  CHECK(fallback_of(*find_key("run.seed"), Study::kSilo) == "1");
}

}  // namespace fedltr::scenario_test
