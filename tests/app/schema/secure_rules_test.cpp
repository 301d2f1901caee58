// Conflicts of privacy.secure-aggregation.
#include "tests/support/refusals.hpp"

namespace fedltr::secure_rules_test {
using namespace fedltr::test;

namespace {

/// Settings with secure aggregation.
SettingList secure(SettingList settings) {
  settings.insert(settings.begin(), "privacy.secure-aggregation=yes");
  return settings;
}

const std::string kGamma = "privacy.mechanism=gamma-laplace";
const std::string kLies = "privacy.secure-server=lies-about-dropouts";

}  // namespace

TEST_CASE("options that need one client's update are refused for sums") {
  const std::string one = "unlearning.clients=1";
  check_refusals({
      {secure({"aggregation.rule=krum"}),
       "aggregation.rule = krum: krum compares updates with each other, of "
       "which privacy.secure-aggregation shows only the sum; set mean"},
      {secure({"aggregation.rule=foolsgold"}),
       "aggregation.rule = foolsgold: foolsgold follows each client's "
       "updates, of which privacy.secure-aggregation shows only the sum; set "
       "mean"},
      {secure({"attack.kind=lie", "attack.knowledge=full"}),
       "attack.knowledge = full: full is the server's copy of every update, "
       "which does not exist under privacy.secure-aggregation; set partial"},
      {secure({"attack.kind=lie", "attack.knowledge=partial"}), ""},
      {secure({"faults.late=0.1", "faults.stale=weigh"}),
       "faults.stale = weigh: weigh adds a late update to another round, "
       "where its masks don't cancel; with privacy.secure-aggregation set "
       "drop"},
      {secure({"faults.late=0.1", "faults.stale=drop"}), ""},
      {secure({one, "unlearning.method=federaser"}),
       "unlearning.method = federaser: federaser sends stored updates again, "
       "or their lengths: the sum with an unlearned client minus the sum "
       "without it is its update; under privacy.secure-aggregation set "
       "fine-tune"},
      {secure({one, "unlearning.method=retrain"}),
       "unlearning.method = retrain: retrain repeats simulated searches: a "
       "sum with an unlearned client minus the sum without it is its update; "
       "under privacy.secure-aggregation set fine-tune"},
      {secure({one, "unlearning.method=fine-tune"}), ""},
  });
}

TEST_CASE("training repeated without the unlearned has enough for masks") {
  const SettingList leaving =
      secure({"federation.clients=6", "unlearning.method=fine-tune",
              "timeline.at=4 join 3-5; 9 unlearn 0"});
  const auto with = [&](const char* setting) {
    SettingList all = leaving;
    all.emplace_back(setting);
    return all;
  };
  check_refusals({
      {with("unlearning.evidence=no"), ""},
      {with("unlearning.evidence=yes"),
       "federation.clients = 6: secure aggregation needs 3 clients per round: "
       "with 2 the sum reveals a client's update to another, or to the "
       "server"},
  });
}

TEST_CASE("attackers craft updates without their share of noise") {
  const SettingList gaussian =
      secure({"privacy.mechanism=gaussian", "privacy.mode=sound",
              "attack.clients=10", "attack.kind=lie"});
  check_edges({{gaussian, "privacy.shares=90", "privacy.shares=91",
                "with 10 attackers who omit their shares is more than the "
                "clients of a round"}});
  // Attackers that poison data add their shares.
  SettingList poison = gaussian;
  poison.back() = "attack.kind=click-poison";
  poison.emplace_back("privacy.shares=91");
  CHECK(refusal_of(poison) == "");
  check_refusals({
      {secure({kGamma, "attack.kind=lie"}),
       "attack.kind = lie: makes attackers craft their updates, without the "
       "share of noise that gamma-laplace as published needs from each "
       "client"},
  });
}

TEST_CASE("noise as published needs equal shares of all clients") {
  const std::string all =
      "gamma-laplace as published needs the share of every client in every "
      "sum";
  check_refusals({
      {secure({kGamma, "federation.absent=1"}),
       "federation.absent = 1: omits shares: " + all},
      {secure({kGamma, "unlearning.clients=1", "unlearning.method=fine-tune"}),
       "unlearning.method = fine-tune: has clients leave: " + all},
      {secure({kGamma, "heterogeneity.kind=quantity",
               "federation.weighting=interactions"}),
       "federation.weighting = interactions: must be uniform for "
       "gamma-laplace with quantity: its shares have equal weight"},
      {secure({kGamma, "heterogeneity.kind=quantity",
               "federation.weighting=uniform"}),
       ""},
  });
}

TEST_CASE("the system's randomness is for sound noise and masks") {
  const std::string system = "privacy.randomness=system";
  check_refusals({
      {secure({"learner.method=es", "privacy.mechanism=randomized-response",
               "privacy.p=0.5", system}),
       "privacy.randomness = system: system is for sound noise and masks; "
       "answers use simulated random numbers"},
      {secure({kGamma, system}),
       "privacy.randomness = system: system can't be used with gamma-laplace "
       "as published, whose noise is simulated; set privacy.mode = sound"},
      {secure({kGamma, "privacy.mode=sound", system}), ""},
      {secure({system}), ""},
  });
}

TEST_CASE("noise is complete in the least sum that a lying server opens") {
  check_edges({
      {secure({kLies, "privacy.mechanism=gaussian"}), "privacy.shares=62",
       "privacy.shares=63",
       "is too large: a server that lies about dropouts may open the sum of 62 "
       "honest clients; expected at most 62"},
      {secure({kLies, "privacy.mechanism=gaussian", "attack.kind=lie",
               "attack.clients=10"}),
       "privacy.shares=52", "privacy.shares=53",
       "with 10 attackers who omit their shares is too large: a server that "
       "lies about dropouts may open the sum of 62 honest clients; expected at "
       "most 52"},
      {secure({"privacy.mechanism=gaussian", "privacy.shares=63"}),
       "privacy.secure-server=honest", kLies,
       "is too large: a server that lies about dropouts may open the sum of 62 "
       "honest clients; expected at most 62"},
  });
  check_refusals({
      {secure({kGamma, kLies}),
       "privacy.secure-server = lies-about-dropouts: is not for gamma-laplace "
       "as published, which needs the share of every client: a server that "
       "lies about dropouts may open the sum of 62 honest clients; set "
       "privacy.mode = sound"},
      {secure({kGamma, kLies, "privacy.mode=sound"}), ""},
      {secure({kLies, "federation.clients=4"}), ""},
      {secure({kLies, "federation.clients=4", "privacy.secure-dropouts=0.25"}),
       "federation.clients = 4: of 4 clients 1 may fail and 1 collude: this "
       "leaves no protection against a server that lies about absent ones"},
      {secure({kLies, "federation.clients=5"}), ""},
  });
}

TEST_CASE("bounds of secure aggregation") {
  check_edges({
      {secure({kLies}), "federation.clients=2000", "federation.clients=2001",
       "makes rounds of 2001, all neighbours: privacy.secure-server = "
       "lies-about-dropouts allows at most 2000 per round"},
      // .1 + .2 is slightly more than .3.
      {secure({"privacy.secure-dropouts=0.3", "faults.late=0.1"}),
       "faults.dropout=0.2", "faults.dropout=0.25",
       "is less than the 0.35 of the clients that fail on average: most sums "
       "would be lost"},
      {secure({}), "federation.clients=100000", "federation.clients=100001",
       "makes rounds of 100001: keys and shares take 55 kB per client, so "
       "privacy.secure-aggregation allows at most 100000 per round"},
      {secure({}), "federation.clients=3", "federation.clients=2",
       "secure aggregation needs 3 clients per round: with 2 the sum reveals "
       "a client's update to another, or to the server"},
  });
}

TEST_CASE("the range holds all that a client may send, and fits a sum") {
  check_edges({
      // Rewards over sigma: at most 10 / 0.01.
      {secure({"learner.method=es", "learner.es.sigma=0.01"}),
       "privacy.secure-range=1000", "privacy.secure-range=999",
       "is too small: with clip and noise a client's part may reach 1000"},
      {secure({kGamma}), "privacy.secure-range=139", "privacy.secure-range=138",
       "is too small: with clip and noise a client's part may reach 139"},
      {secure({}), "privacy.secure-range=2e10", "privacy.secure-range=2.2e10",
       "does not fit 64-bit sums: weights of 400 in all, numbers up to "
       "2.2e+10 and a quantum of 2^-20 need 65 of the 64 bits; a number may "
       "reach 2.19902e+10"},
  });
}

}  // namespace fedltr::secure_rules_test
