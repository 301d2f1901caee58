// Keys of [privacy].
#include <doctest/doctest.h>

#include "algorithms/privacy/mechanism.hpp"
#include "tests/support/keys.hpp"

namespace fedltr::privacy_keys_test {
using test::check_needs;
using test::refusal;

TEST_CASE("a mechanism is used as published, or soundly if never published") {
  for (const MechanismMethod& each : mechanisms()) {
    CAPTURE(each.name);
    const bool published = static_cast<bool>(each.make.published);
    Scenario scenario = unchecked_scenario({"privacy.mechanism=" + each.name});
    CHECK(scenario.privacy.mode ==
          (published ? PrivacyMode::kPaper : PrivacyMode::kSound));
    CHECK(scenario.text.at("privacy.mode") == (published ? "paper" : "sound"));
    reset(scenario, "privacy.");
    CHECK(scenario.text.at("privacy.mode") == "paper");
    CHECK(scenario.privacy.mode == PrivacyMode::kPaper);
  }
  CHECK_NOTHROW(default_scenario({"privacy.mechanism=gaussian"}));
  CHECK(default_scenario(
            {"privacy.mechanism=gamma-laplace", "privacy.mode=sound"})
            .privacy.mode == PrivacyMode::kSound);
}

TEST_CASE("each key of privacy sets what it names") {
  const auto privacy =
      unchecked_scenario(
          {"privacy.mechanism=gaussian", "privacy.mode=sound",
           "privacy.delta=0.125", "privacy.budget=2", "privacy.shares=3",
           "privacy.randomness=system", "privacy.secure-aggregation=yes",
           "privacy.secure-range=16", "privacy.secure-dropouts=0.25",
           "privacy.secure-colluders=0.5",
           "privacy.secure-server=lies-about-dropouts"})
          .privacy;
  CHECK(privacy.mechanism == "gaussian");
  CHECK(privacy.mode == PrivacyMode::kSound);
  CHECK(privacy.delta == 0.125);
  CHECK(privacy.budget == 2);
  CHECK(privacy.shares == 3);
  CHECK(privacy.system_randomness);
  CHECK(privacy.secure);
  CHECK(privacy.secure_range == 16);
  CHECK(privacy.secure_dropouts == 0.25);
  CHECK(privacy.secure_colluders == 0.5);
  CHECK(privacy.secure_lies);
}

TEST_CASE("by default nothing is private, and nothing is limited") {
  const auto privacy = unchecked_scenario({}).privacy;
  CHECK(privacy.mechanism == "none");
  CHECK(privacy.budget == 0);
  CHECK(privacy.shares == 1);
  CHECK_FALSE(privacy.secure);
  CHECK_FALSE(privacy.secure_lies);
  CHECK_FALSE(privacy.system_randomness);
}

TEST_CASE("a budget of documents may be for a period") {
  const std::vector<std::string> silo = {"silo.parties=3", "privacy.budget=4"};
  CHECK(unchecked_scenario(silo).privacy.period == 0);
  CHECK(unchecked_scenario({silo[0], silo[1], "privacy.period=30d"})
            .privacy.period == 30 * 86400);
  check_needs({"privacy.period"}, silo, {"silo.parties=3"});
  CHECK_FALSE(find_key("privacy.period")
                  ->applies(unchecked_scenario({"privacy.budget=4"})));
  CHECK(refusal("privacy.period", "366d").empty());
  CHECK_FALSE(refusal("privacy.period", "a month").empty());
}

TEST_CASE("every mechanism may be chosen, with its epsilon") {
  for (const auto& each : mechanisms()) {
    CAPTURE(each.name);
    const std::string chosen = "privacy.mechanism=" + each.name;
    CHECK(unchecked_scenario({chosen}).privacy.mechanism == each.name);
    if (each.has(kEpsilon))
      CHECK(unchecked_scenario({chosen, "privacy.epsilon=2.5"})
                .privacy.parameters.real(kEpsilon) == 2.5);
  }
}

TEST_CASE("shares are of sound noise") {
  check_needs({"privacy.shares"}, {"privacy.mode=sound"},
              {"privacy.secure-aggregation=yes"});
}

TEST_CASE("randomness is of sound noise or of masks") {
  check_needs({"privacy.randomness"}, {"privacy.mode=sound"});
  check_needs({"privacy.randomness"}, {"privacy.secure-aggregation=yes"});
}

TEST_CASE("the keys of what sums withstand need secure aggregation") {
  check_needs({"privacy.secure-range", "privacy.secure-dropouts",
               "privacy.secure-colluders", "privacy.secure-server"},
              {"privacy.secure-aggregation=yes"}, {"privacy.mode=sound"});
}

}  // namespace fedltr::privacy_keys_test
