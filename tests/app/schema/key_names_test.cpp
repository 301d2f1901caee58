#include "app/schema/key_names.hpp"

#include <algorithm>

#include "tests/support/scenario.hpp"

namespace fedltr::key_names_test {
using namespace fedltr::test;

TEST_CASE("keys are found by their name within a section") {
  const auto clients = keys_called("clients");
  CHECK(std::ranges::count(clients, "federation.clients") == 1);
  CHECK(std::ranges::count(clients, "attack.clients") == 1);
  CHECK(keys_called("interactions") ==
        std::vector<std::string>{"federation.interactions",
                                 "heterogeneity.interactions"});
  CHECK(keys_called("federation.interactions").empty());
  CHECK(keys_called_nearly("interaction") ==
        std::vector<std::string>{"federation.interactions",
                                 "heterogeneity.interactions"});
  CHECK(nearest_key("federation.client") == "federation.clients");
}

TEST_CASE("an old name of several keys means that of the scenario's method") {
  CHECK(keys_called("strength") == [] {
    std::vector<std::string> names;
    for (const Key* key : keys_meant("attack.strength"))
      names.push_back(key->name);
    return names;
  }());
  const std::string old = "attack.strength";
  CHECK(present_name(old) == old);
  CHECK(present_name(old, unchecked_scenario({"attack.kind=promote"})) ==
        "attack.promote.step");
  CHECK(present_name(old, unchecked_scenario({"attack.kind=mimic"})) ==
        "attack.lie.z");
  CHECK(present_name("no.key", unchecked_scenario({})) == "no.key");
  CHECK(present_name("faults.least") == "faults.min-updates");
  CHECK(present_name("no.key") == "no.key");
  CHECK(keys_meant("no.key").empty());
  CHECK(covers(old, "attack.lie.z"));
  CHECK_FALSE(covers("attack.lie.z", old));
  CHECK(mean_the_same("attack.lie.z", old));
  CHECK_FALSE(mean_the_same("attack.lie.z", "attack.ipm.factor"));
}

TEST_CASE("each section is named once, in the order of the keys") {
  const auto sections = key_sections();
  CHECK(sections.front() == "run");
  CHECK(std::ranges::count(sections, "federation") == 1);
  CHECK(std::ranges::count(sections, "silo") == 1);
}

TEST_CASE("a setting without its section is reported with the right one") {
  has(complaint_about("", {"interactions=10"}),
      "interactions = 10: a key is named with its section: "
      "federation.interactions or heterogeneity.interactions\n");
  has(complaint_about("", {"clients=10"}), "federation.clients");
  has(complaint_about("", {"interaktions=10"}),
      "unknown key; nearest is federation.interactions or "
      "heterogeneity.interactions (all: fedltr list keys)");
}

TEST_CASE("a number that is not written in digits is shown in digits") {
  for (const char* text : {"1e3", "1_000", "1000.0"})
    has(complaint_about("", {"federation.rounds=" + std::string(text)}),
        "expected an integer 1 to 100000000, in digits: 1000\n");
  has(complaint_about("", {"federation.rounds=1,000"}),
      "in digits: 1000; a list of values belongs in [grid]\n");
  has(complaint_about("", {"federation.rounds=ten"}), "to 100000000\n");
  has(complaint_about("", {"federation.rounds=1.5"}), "to 100000000\n");
}

TEST_CASE("a metric's name is shown with its cutoff") {
  const auto nearest = [](const std::string& name) {
    return complaint_about("", {"evaluation.metrics=" + name});
  };
  has(nearest("ndcg10"), "unknown metric 'ndcg10'; nearest is 'ndcg@10'");
  has(nearest("NDCG@5"), "nearest is 'ndcg@5'");
  has(nearest("MAP"), "nearest is 'map'");
}

}  // namespace fedltr::key_names_test
