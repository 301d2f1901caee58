// Keys of [aggregation] and [attack].
#include <doctest/doctest.h>

#include "algorithms/aggregation/aggregation.hpp"
#include "algorithms/aggregation/pre_aggregation.hpp"
#include "algorithms/attacks/attack.hpp"
#include "tests/support/keys.hpp"

namespace fedltr::defence_keys_test {
using test::check_needs;
using test::refusal;

TEST_CASE("every rule, pre-aggregation and attack may be chosen") {
  for (const auto& each : aggregation_rules())
    CHECK(unchecked_scenario({"aggregation.rule=" + each.name})
              .aggregation.rule == each.name);
  for (const auto& each : pre_aggregations())
    CHECK(unchecked_scenario({"aggregation.pre-aggregation=" + each.name})
              .aggregation.pre_aggregation == each.name);
  for (const auto& each : attacks())
    CHECK(unchecked_scenario({"attack.kind=" + each.name}).attack.kind ==
          each.name);
}

TEST_CASE("the malicious clients assumed are the true ones, or a number") {
  CHECK_FALSE(unchecked_scenario({}).aggregation.malicious);
  Scenario scenario = unchecked_scenario({"aggregation.malicious=0"});
  CHECK(scenario.aggregation.malicious == 0U);
  find_key("aggregation.malicious")->set(scenario, {"10000000", {}});
  CHECK(scenario.aggregation.malicious == 10000000U);
  find_key("aggregation.malicious")->set(scenario, {"auto", {}});
  CHECK_FALSE(scenario.aggregation.malicious);
  for (const char* text : {"10000001", "0.2", "-1", ""})
    CHECK(refusal("aggregation.malicious", text) ==
          "expected auto or an integer 0 to 10000000");
}

TEST_CASE("attackers are a number, or with a point a share") {
  const auto attack = [](const std::string& clients) {
    return unchecked_scenario({"attack.clients=" + clients}).attack;
  };
  CHECK(attack("3").clients == 3);
  CHECK_FALSE(attack("3").is_share);
  CHECK(attack("0.25").clients == 0.25);
  CHECK(attack("0.25").is_share);
  CHECK(attack("0.0").is_share);
  CHECK_FALSE(attack("0").is_share);
  for (const char* text : {"0.5", "1.0", "-1", "-0.1", "many", "", "."})
    CHECK(refusal("attack.clients", text) ==
          "expected a number of clients, or a share from 0.0 to below 0.5");
}

TEST_CASE("attackers know their own clients' models, or all") {
  CHECK_FALSE(unchecked_scenario({}).attack.full);
  CHECK(unchecked_scenario({"attack.knowledge=full"}).attack.full);
  CHECK(unchecked_scenario({}).attack.baseline);
  CHECK_FALSE(unchecked_scenario({"attack.baseline=no"}).attack.baseline);
}

TEST_CASE("options of defences need a rule that looks at each model") {
  for (const auto& each : aggregation_rules())
    if (each.make)
      check_needs({"aggregation.malicious", "aggregation.pre-aggregation"},
                  {"aggregation.rule=" + each.name});
}

TEST_CASE("options of attacks need one, knowledge one on models") {
  for (const auto& each : attacks()) {
    const std::string kind = "attack.kind=" + each.name;
    if (each.traits.on_models || each.traits.on_data())
      check_needs({"attack.clients", "attack.baseline", "timeline.at"}, {kind});
    if (each.traits.on_models) check_needs({"attack.knowledge"}, {kind});
    if (each.traits.on_data())
      CHECK_FALSE(
          find_key("attack.knowledge")->applies(unchecked_scenario({kind})));
  }
}

TEST_CASE("a timeline needs something to happen") {
  check_needs({"timeline.at"}, {"timeline.at=3 join 1"});
  check_needs({"timeline.at"}, {"unlearning.method=retrain"},
              {"timeline.at=3 unlearn 1"});
}

}  // namespace fedltr::defence_keys_test
