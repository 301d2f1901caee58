#include "app/schema/rule_warnings.hpp"

#include <doctest/doctest.h>

#include "algorithms/aggregation/aggregation.hpp"
#include "app/schema/reader.hpp"

namespace fedltr::rule_warnings_test {
namespace {

using Texts = std::vector<std::string>;

const std::string kKrum = "aggregation.rule=krum";
const std::string kLie = "attack.kind=lie";
const std::string kFour = "attack.clients=4";
const std::string kWarn = "aggregation.condition=warn";

Scenario ten(Texts settings) {
  settings.insert(settings.begin(), "federation.clients=10");
  return default_scenario(settings);
}

/// True if there is one warning, which holds the text.
bool warns(const Texts& warnings, const std::string& text) {
  CAPTURE(warnings);
  return warnings.size() == 1 && warnings[0].find(text) != std::string::npos;
}

}  // namespace

TEST_CASE("a rule within its condition is worth no word") {
  CHECK(rule_warnings(ten({})).empty());
  CHECK(rule_warnings(ten({kKrum, kLie, "attack.clients=3"})).empty());
  CHECK(rule_warnings(ten({kKrum, kLie, "attack.clients=3", kWarn})).empty());
  CHECK(rule_warnings(ten({kWarn, kLie, kFour})).empty());  // the mean
}

TEST_CASE("a rule outside its condition runs with a warning if asked for") {
  CHECK(warns(rule_warnings(ten({kKrum, kLie, kFour, kWarn})),
              "aggregation.malicious = auto: krum needs n >= 2m + 3, but n = "
              "10 and m = 4; m is at most 3"));
  CHECK(warns(rule_warnings(ten({kKrum, "aggregation.malicious=9", kWarn})),
              "m = 9"));
  CHECK(warns(rule_warnings(ten({"aggregation.rule=trimmed-mean",
                                 "aggregation.malicious=5", kWarn})),
              "trimmed-mean needs n > 2m"));
  CHECK(warns(rule_warnings(ten({"aggregation.rule=bulyan", kWarn,
                                 "aggregation.malicious=2"})),
              "bulyan needs n >= 4m + 3"));
  CHECK(warns(
      rule_warnings(ten({kKrum, kWarn, "aggregation.malicious=3",
                         "faults.dropout=0.1", "faults.min-updates=5"})),
      "faults.min-updates = 5: is 5, but with m = 3 krum needs n >= 2m + 3"));
  CHECK(warns(rule_warnings(
                  ten({kKrum, kWarn, "aggregation.malicious=3",
                       "unlearning.method=retrain", "unlearning.clients=0-1"})),
              "once 2 have left, krum needs"));
}

TEST_CASE("auto that leaves attackers out is a warning") {
  CHECK(warns(rule_warnings(ten({kKrum, kLie, kFour})),
              "auto: takes m = 3, fewer than the 4 attackers: krum needs n >= "
              "2m + 3; aggregation.condition = warn takes them all"));
}

TEST_CASE("a given number that leaves attackers out is a warning") {
  const std::string two = "aggregation.malicious=2";
  CHECK(warns(rule_warnings(ten({kKrum, kLie, kFour, two})),
              "aggregation.malicious = 2: fewer than the 4 attackers: while "
              "more than 2 attack, nothing bounds what they do"));
  CHECK(warns(rule_warnings(ten({"aggregation.rule=median", kLie, kFour, two,
                                 "aggregation.pre-aggregation=nnm"})),
              "fewer than the 4 attackers"));
  CHECK(rule_warnings(ten({kKrum, kLie, "attack.clients=2", two})).empty());
  // Five buckets.
  const Texts mixed = {"aggregation.rule=median", kLie,
                       "aggregation.pre-aggregation=bucketing"};
  const auto with = [&](const std::string& attackers) {
    Texts settings = mixed;
    settings.push_back(attackers);
    return rule_warnings(ten(settings));
  };
  CHECK(warns(with(kFour),
              "median withstands m = 2: fewer than the 4 attackers: while more "
              "than 2 attack"));
  CHECK(with("attack.clients=2").empty());
  CHECK(rule_warnings(ten({kKrum, two})).empty());  // no client attacks
  // Attackers are the first four clients, and two are never there.
  CHECK(rule_warnings(ten({kKrum, kLie, kFour, "aggregation.malicious=2",
                           "federation.absent=1-2"}))
            .empty());
  CHECK(warns(rule_warnings(ten({kKrum, kLie, kFour, "aggregation.malicious=1",
                                 "federation.absent=1-2"})),
              "fewer than the 2 attackers"));
  CHECK(warns(rule_warnings(default_scenario(
                  {"silo.parties=7", "silo.order=parallel", kKrum,
                   "attack.kind=sign-flip", "attack.clients=2",
                   "aggregation.malicious=1"})),
              "fewer than the 2 attackers"));
}

TEST_CASE("the number that auto takes is that of rules that use one") {
  CHECK(number_by_auto(ten({kKrum, kLie, kFour})) == 3);
  CHECK(number_by_auto(ten({kKrum, kLie, kFour, kWarn})) == 4);
  CHECK(number_by_auto(ten({"aggregation.rule=trimmed-mean"})) == 0);
  CHECK_FALSE(number_by_auto(ten({kKrum, "aggregation.malicious=2"})));
  CHECK(number_assumed(ten({kKrum, "aggregation.malicious=2"})) == 2);
  CHECK(number_assumed(ten({"aggregation.rule=median", kLie,
                            "aggregation.pre-aggregation=nnm"})) == 2);
  CHECK_FALSE(number_assumed(ten({"aggregation.rule=median", kLie})));
  CHECK_FALSE(number_by_auto(ten({"aggregation.rule=median", kLie})));
  CHECK_FALSE(number_by_auto(ten({kLie, kFour})));
}

TEST_CASE("every rule with a condition runs outside it") {
  for (const RuleMethod& rule : aggregation_rules()) {
    if (!rule.make || rule.traits.condition.empty()) continue;
    CAPTURE(rule.name);
    const std::string name = "aggregation.rule=" + rule.name;
    const std::string nine = "aggregation.malicious=9";
    CHECK(warns(rule_warnings(ten({name, nine, kWarn})), rule.name));
    CHECK_THROWS(ten({name, nine}));
  }
}

TEST_CASE("drawn rounds with more attackers than assumed are a warning") {
  const auto drawn = [](Texts settings) {
    settings.insert(settings.begin(),
                    {"federation.clients=50", "federation.participation=0.2",
                     "federation.rounds=1000", kLie});
    return rule_warnings(default_scenario(settings));
  };
  const std::string three = "aggregation.malicious=3";
  CHECK(warns(drawn({"aggregation.rule=trimmed-mean", "attack.clients=10",
                     "aggregation.malicious=4"}),
              "federation.participation = 0.2: a round draws 10 of 50 clients; "
              "trimmed-mean assumes at most m = 4 attackers among them, but if "
              "all are present and all 10 attackers attack in every round, "
              "there are more with probability 0.018, in 18 of 1000 rounds"));
  CHECK(warns(drawn({kKrum, "attack.clients=5", three}),
              "with probability 0.0041, in 4.1 of 1000 rounds"));
  CHECK(warns(drawn({"aggregation.rule=median", "attack.clients=10"}),
              "median withstands at most m = 4 attackers"));
  CHECK(warns(drawn({"aggregation.rule=median", "attack.clients=5", three,
                     "aggregation.pre-aggregation=nnm"}),
              "median assumes at most m = 3 attackers"));
  CHECK(drawn({kKrum, "attack.clients=3", three}).empty());
  CHECK(drawn({kKrum, "attack.clients=5", three, "federation.rounds=2"})
            .empty());  // 0.008 of 2 rounds
  CHECK(drawn({"aggregation.rule=vigilant", "attack.clients=20"}).empty());
  CHECK(drawn({"attack.clients=20"}).empty());  // the mean
}

TEST_CASE("parties are warned of a rule that withstands none of them") {
  const Texts settings = {"silo.parties=4", "silo.order=parallel", kKrum};
  Texts warned = settings;
  warned.push_back(kWarn);
  CHECK_THROWS(default_scenario(settings));
  CHECK(warns(rule_warnings(default_scenario(warned)),
              "and n = 4 parties leaves m = 0"));
}

}  // namespace fedltr::rule_warnings_test
