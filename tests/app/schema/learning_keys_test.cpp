// Keys of [ranker], [learner] and [federation].
#include <doctest/doctest.h>

#include "algorithms/federation/optimizer.hpp"
#include "algorithms/online/learner.hpp"
#include "algorithms/ranking/ranker.hpp"
#include "tests/support/keys.hpp"

namespace fedltr::learning_keys_test {
using test::check_needs;
using test::refusal;

TEST_CASE("each key of a federation sets what it names") {
  const auto federation =
      unchecked_scenario(
          {"federation.clients=11", "federation.interactions=12",
           "federation.rounds=13", "federation.participation=0.25",
           "federation.absent=3,1", "federation.weighting=uniform",
           "federation.local=fedprox", "federation.mu=0.5",
           "federation.share=0.75", "federation.global-queries=0.125",
           "federation.own-global=no", "federation.warm-up=7"})
          .federation;
  CHECK(federation.clients == 11);
  CHECK(federation.interactions == 12);
  CHECK(federation.rounds == 13);
  CHECK(federation.participation == 0.25);
  CHECK(federation.absent == std::vector<std::uint32_t>{1, 3});
  CHECK(federation.weighting == Weighting::kUniform);
  CHECK(federation.local == LocalObjective::kFedProx);
  CHECK(federation.mu == 0.5);
  CHECK(federation.sharing.share == 0.75);
  CHECK(federation.sharing.globally == 0.125);
  CHECK_FALSE(federation.sharing.own_global);
  CHECK(federation.sharing.warm_up == 7);
}

TEST_CASE("every ranker, first model and learner may be chosen") {
  for (const auto& each : rankers())
    CHECK(unchecked_scenario({"ranker.model=" + each.name}).ranker.model ==
          each.name);
  for (const auto& each : learners())
    CHECK(unchecked_scenario({"learner.method=" + each.name}).learner.method ==
          each.name);
  CHECK(unchecked_scenario({"ranker.init=normal"}).ranker.init ==
        Initial::kNormal);
}

TEST_CASE("a ranker starts where it can learn unless set otherwise") {
  const auto init_of = [](std::vector<std::string> settings) {
    const Scenario scenario = default_scenario(settings);
    const bool zero = scenario.ranker.init == Initial::kZero;
    CHECK(scenario.text.at("ranker.init") == (zero ? "zero" : "normal"));
    return scenario.ranker.init;
  };
  CHECK(init_of({}) == Initial::kZero);
  CHECK(init_of({"ranker.model=neural"}) == Initial::kNormal);
  CHECK(init_of({"ranker.model=neural-relu"}) == Initial::kNormal);
  CHECK(init_of({"ranker.model=neural", "learner.method=es"}) ==
        Initial::kNormal);
  CHECK(init_of({"ranker.model=neural-relu", "learner.method=es"}) ==
        Initial::kZero);
  CHECK(init_of({"ranker.model=linear", "ranker.init=normal"}) ==
        Initial::kNormal);
}

TEST_CASE("the server's optimizer is left to the learner, or is named") {
  CHECK_FALSE(unchecked_scenario({}).federation.server);
  for (const auto& each : server_optimizers())
    CHECK(unchecked_scenario({"federation.server=" + each.name})
              .federation.server == each.name);
}

TEST_CASE("the server's rate is left to its optimizer, or above 0") {
  CHECK_FALSE(unchecked_scenario({}).federation.server_rate);
  Scenario scenario = unchecked_scenario({"federation.server-rate=0.5"});
  CHECK(scenario.federation.server_rate == 0.5);
  find_key("federation.server-rate")->set(scenario, {"auto", {}});
  CHECK_FALSE(scenario.federation.server_rate);
  for (const char* text : {"0", "-1", "inf", "", "Auto"})
    CHECK(refusal("federation.server-rate", text) ==
          "expected auto or a number above 0");
}

TEST_CASE("options of ways to learn need these") {
  check_needs({"federation.mu"}, {"federation.local=fedprox"},
              {"federation.local=fedper"});
  check_needs({"federation.global-queries", "federation.own-global",
               "federation.warm-up"},
              {"federation.share=0.1"});
}

TEST_CASE("hidden units are not held against a linear ranker") {
  CHECK(find_key("ranker.hidden")->applies(unchecked_scenario({})));
}

}  // namespace fedltr::learning_keys_test
