// Conflicts of [privacy].
#include "tests/support/refusals.hpp"

namespace fedltr::privacy_rules_test {
using namespace fedltr::test;

TEST_CASE("bounds of noise and of randomised rewards") {
  const SettingList sound = {"privacy.mechanism=gaussian",
                             "privacy.mode=sound"};
  check_edges({
      {sound, "privacy.epsilon=500", "privacy.epsilon=500.1",
       "is at most 500 for sound noise"},
      {sound, "privacy.epsilon=1e-5", "privacy.epsilon=9.9e-6",
       "is too small for gaussian: calibration needs an epsilon of at least "
       "1e-5"},
      {sound, "privacy.delta=1e-30", "privacy.delta=9.9e-31",
       "is too small for gaussian: calibration needs a delta of at least "
       "1e-30"},
      {{"federation.clients=10", "federation.participation=0.5"},
       "privacy.shares=5",
       "privacy.shares=6",
       "is more than the clients of a round, 5"},
      {{"learner.method=es", "privacy.mechanism=randomized-response"},
       "privacy.p=0.091",
       "privacy.p=0.0909",
       "must exceed 1/11: below, a lie is more likely than the truth"},
  });
}

TEST_CASE("a mechanism needs a learner that sends what it protects") {
  check_refusals({
      {{"privacy.mechanism=randomized-response"},
       "privacy.mechanism = randomized-response: randomized-response needs "
       "learner.method = es, whose clients send the rewards it changes"},
      {{"learner.method=dbgd", "privacy.mechanism=gamma-laplace"},
       "privacy.mechanism = gamma-laplace: gamma-laplace as published needs "
       "learner.method = pdgd, naive, ips, dr, dla, pairwise or em"},
      {{"privacy.mode=sound", "learner.method=es",
        "privacy.mechanism=gaussian"},
       "privacy.mechanism = gaussian: adds noise to models, which es does not "
       "send; it has randomized-response"},
  });
}

TEST_CASE("a mechanism is used in a form that it has") {
  check_refusals({
      {{"privacy.mode=paper", "privacy.mechanism=gaussian"},
       "privacy.mechanism = gaussian: gaussian needs privacy.mode = sound, "
       "the only form it has"},
      {{"privacy.mode=sound"},
       "privacy.mode = sound: sound needs privacy.mechanism = gamma-laplace "
       "or gaussian, of whose noise it is a form"},
  });
}

TEST_CASE("noise as published needs every client, and clips each search") {
  const std::string gamma = "privacy.mechanism=gamma-laplace";
  check_refusals({
      {{gamma, "federation.participation=0.5"},
       "federation.participation = 0.5: must be 1 for gamma-laplace as "
       "published: its noise needs the share of every client"},
      {{gamma, "learner.pdgd.batch=2"},
       "learner.pdgd.batch = 2: must be 1 for gamma-laplace as published, "
       "which clips after each search"},
      {{gamma, "privacy.mode=sound", "privacy.clip=1"},
       "privacy.clip = 1: needs gamma-laplace as published only"},
  });
  CHECK(refusal_of({gamma, "privacy.mode=sound", "learner.pdgd.batch=2",
                    "federation.participation=0.5"}) == "");
}

TEST_CASE("a budget needs a mechanism with a bound") {
  const SettingList rewards = {"privacy.mechanism=randomized-response",
                               "learner.method=es"};
  const auto with_p = [&](const std::string& p) {
    SettingList settings = rewards;
    settings.push_back(p);
    settings.emplace_back("privacy.budget=1");
    return settings;
  };
  const std::string gamma = "privacy.mechanism=gamma-laplace";
  const std::string unbounded =
      "privacy.budget = 1: needs a mechanism with a bound: none, "
      "gamma-laplace as published, p = 1, and shares without secure "
      "aggregation are unbounded";
  check_refusals({
      {{"privacy.budget=1"}, unbounded},
      {{gamma, "privacy.budget=1"}, unbounded},
      {with_p("privacy.p=1"), unbounded},
      {with_p("privacy.p=0.9"), ""},
      {{gamma, "privacy.mode=sound", "privacy.budget=1"}, ""},
      {{gamma, "privacy.secure-aggregation=yes", "privacy.budget=1"}, ""},
  });
}

}  // namespace fedltr::privacy_rules_test
