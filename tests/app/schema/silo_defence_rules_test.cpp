// [aggregation] and [attack] of a [silo]: keys with an effect, and rejected
// ones.
#include <doctest/doctest.h>

#include "algorithms/aggregation/aggregation.hpp"
#include "app/base/errors.hpp"
#include "tests/support/cli.hpp"
#include "tests/support/keys.hpp"

namespace fedltr::silo_defence_rules_test {
namespace {

/// Error for a [silo] of five parties; empty if it is valid.
std::string complaint(std::vector<std::string> settings,
                      const std::string& order = "parallel") {
  settings.insert(settings.begin(), {"silo.parties=5", "silo.order=" + order});
  const test::TemporaryFolder folder;
  try {
    read_scenario(folder.write("s.ini", ""), settings);
  } catch (const UsageError& error) {
    const std::string text = error.what();
    CHECK(text.find('\n') == std::string::npos);
    return text;
  }
  return "";
}

bool refused(const std::vector<std::string>& settings, const std::string& why,
             const std::string& order = "parallel") {
  const std::string text = complaint(settings, order);
  CAPTURE(text);
  return text.find(why) != std::string::npos;
}

}  // namespace

TEST_CASE("each rule works among five parties or gives its reason in a line") {
  for (const RuleMethod& rule : aggregation_rules()) {
    CAPTURE(rule.name);
    const std::string text = complaint({"aggregation.rule=" + rule.name});
    const auto& traits = rule.traits;
    const bool stands = traits.max_malicious(5) >= 1;
    CHECK(text.empty() ==
          (stands && !traits.needs_root_data && !traits.follows_clients));
  }
  CHECK(refused({"aggregation.rule=fltrust"}, "a relay has none"));
  CHECK(refused({"aggregation.rule=foolsgold"}, "follows each client"));
  CHECK(refused({"aggregation.rule=bulyan"},
                "bulyan needs n >= 4m + 3, and n = 5 parties leaves m = 0"));
  CHECK(refused({"aggregation.rule=median",
                 "aggregation.pre-aggregation=bucketing", "silo.parties=4"},
                "n = 2 buckets leaves m = 0"));
}

TEST_CASE("a rule needs three parties that step together") {
  CHECK(refused({"aggregation.rule=median", "silo.parties=2"},
                "expected silo.parties of 3 or more"));
  CHECK(refused({"aggregation.rule=median"}, "expected silo.order = parallel",
                "serial"));
  CHECK(complaint({"aggregation.rule=median", "silo.recipe=listwise"},
                  "serial") == "");
  CHECK(complaint({"aggregation.rule=mean", "silo.parties=1"}, "serial") == "");
}

TEST_CASE("a rule has an effect with joint methods only") {
  test::check_needs({"aggregation.rule", "attack.kind"}, {"silo.method=global"},
                    {"silo.method=local+"});
  CHECK(find_key("aggregation.rule")->applies(unchecked_scenario({})));
  CHECK(refused({"aggregation.rule=median", "silo.method=local"},
                "has no effect here; needs silo.method = all, global or "
                "cs-f-ltr in a [silo]",
                "serial"));
}

TEST_CASE("a rule assumes no more hostile parties than it withstands") {
  CHECK(refused({"aggregation.rule=krum", "aggregation.malicious=2"},
                "krum needs n >= 2m + 3, and n = 5 parties: m is at most 1"));
  CHECK(complaint({"aggregation.rule=median", "aggregation.malicious=2"}) ==
        "");
  const auto assumed = [](std::vector<std::string> settings) {
    settings.emplace_back("silo.order=parallel");
    settings.emplace_back("aggregation.rule=trimmed-mean");
    return assumed_malicious(unchecked_scenario(settings));
  };
  CHECK(assumed({"silo.parties=5"}) == 1);
  CHECK(assumed({"silo.parties=8", "attack.kind=lie", "attack.clients=3"}) ==
        3);
  CHECK(assumed({"silo.parties=2"}) == 0);
}

TEST_CASE("a rule outside its condition runs among parties if asked for") {
  const std::string warn = "aggregation.condition=warn";
  CHECK(complaint({"aggregation.rule=bulyan", warn}) == "");
  CHECK(complaint({"aggregation.rule=krum", "aggregation.malicious=4", warn}) ==
        "");
  CHECK(refused({"aggregation.rule=krum", "aggregation.malicious=5", warn},
                "must be less than n = 5 parties"));
  CHECK(refused({"aggregation.rule=median", "silo.parties=2", warn},
                "expected silo.parties of 3 or more"));
  CHECK(refused({"aggregation.rule=bulyan"},
                "to run it with a warning: aggregation.condition = warn"));
}

TEST_CASE("hostile parties are few, and send models or gradients") {
  CHECK(complaint({"attack.kind=lie"}) == "");
  CHECK(refused({"attack.kind=click-poison"}, "a [silo] has none"));
  CHECK(
      refused({"attack.kind=lie"}, "expected silo.order = parallel", "serial"));
  CHECK(refused({"attack.kind=lie", "attack.clients=3"},
                "less than half of silo.parties = 5"));
  CHECK(refused({"attack.kind=lie", "attack.baseline=no"},
                "needs a federation instead of a [silo]"));
}

}  // namespace fedltr::silo_defence_rules_test
