// Conflicts of [unlearning].
#include "tests/support/refusals.hpp"

namespace fedltr::unlearning_rules_test {
using namespace fedltr::test;

TEST_CASE("bounds of unlearning") {
  const SettingList retrain = {"unlearning.method=retrain",
                               "federation.clients=10", "federation.rounds=20"};
  const auto with = [&](SettingList settings) {
    settings.insert(settings.begin(), retrain.begin(), retrain.end());
    return settings;
  };
  check_edges({
      {retrain, "unlearning.clients=0-7", "unlearning.clients=0-8",
       "leaves fewer than 2 of 10 clients; one alone is not a federation: the "
       "model would reveal all about it"},
      {retrain, "unlearning.clients=9", "unlearning.clients=10",
       "names client 10, but clients are numbered 0 to 9"},
      {with({"unlearning.clients=1"}), "unlearning.after=20",
       "unlearning.after=21", "has clients leave after round 21 of 20"},
      {with({"unlearning.clients=1", "unlearning.after=5"}),
       "timeline.at=5 leave 1", "timeline.at=6 leave 1",
       "has client 1 join or leave after it is unlearned"},
      {with({"unlearning.clients=1"}), "privacy.shares=9", "privacy.shares=10",
       "is more than the 9 clients of a round once 1 have left"},
      {with({"unlearning.clients=0-1", "aggregation.rule=krum"}),
       "aggregation.malicious=2", "aggregation.malicious=3",
       "is 3, but once 2 have left, krum needs n >= 2m + 3; "
       "to run it with a warning: aggregation.condition = warn"},
      {{"unlearning.method=federaser", "unlearning.clients=1"},
       "unlearning.steps=4",
       "unlearning.steps=5",
       "must be at most federation.interactions = 4"},
  });
}

TEST_CASE("unlearning needs a method, and clients that leave") {
  const std::string retrain = "unlearning.method=retrain";
  check_refusals({
      {{"timeline.at=5 unlearn 1"},
       "timeline.at = 5 unlearn 1: unlearn needs an unlearning.method, for "
       "which clients store a history from the start; there is none"},
      {{retrain},
       "unlearning.method = retrain: needs unlearning.clients, e.g. 0, or "
       "timeline.at = ROUND unlearn CLIENTS: by default no client leaves"},
      {{retrain, "timeline.at=5 unlearn 1"}, ""},
  });
}

TEST_CASE("a conflict of clients that leave names the key that has them") {
  const std::string retrain = "unlearning.method=retrain";
  const std::string one = "unlearning.clients=1";
  check_refusals({
      {{retrain, one, "timeline.at=5 unlearn 100"},
       "timeline.at = 5 unlearn 100: names client 100, but clients are "
       "numbered 0 to 99"},
      {{retrain, one, "timeline.at=101 unlearn 2"},
       "timeline.at = 101 unlearn 2: has clients leave after round 101 of "
       "100"},
      {{retrain, "timeline.at=5 unlearn 1", one},
       "unlearning.clients = 1: has client 1 leave twice"},
      {{retrain, "timeline.at=5 unlearn 1; 6 unlearn 1"},
       "timeline.at = 5 unlearn 1; 6 unlearn 1: has client 1 leave twice"},
      {{retrain, "timeline.at=5 unlearn 0-98"},
       "timeline.at = 5 unlearn 0-98: leaves fewer than 2 of 100 clients; one "
       "alone is not a federation: the model would reveal all about it"},
      // Absent clients don't stay.
      {{retrain, "federation.absent=97", "unlearning.clients=0-96"}, ""},
      {{retrain, "federation.absent=97-98", "unlearning.clients=0-96"},
       "unlearning.clients = 0-96: leaves fewer than 2 of 100 clients; one "
       "alone is not a federation: the model would reveal all about it"},
  });
}

TEST_CASE("a method needs a learner that gives what it stores or follows") {
  const std::string one = "unlearning.clients=1";
  const std::string federaser = "unlearning.method=federaser";
  check_refusals({
      {{one, "learner.method=es", federaser},
       "unlearning.method = federaser: federaser needs stored updates of "
       "models, which es does not send; retrain needs none"},
      {{one, "learner.method=dbgd", "unlearning.method=pga"},
       "unlearning.method = pga: pga needs learner.method = pdgd, naive, ips, "
       "dr, dla, pairwise or em"},
      {{one, "federation.local=fedper", "ranker.model=neural",
        "unlearning.method=retrain"},
       "unlearning.method = retrain: needs models that are shared completely, "
       "but fedper shares only a part"},
      {{one, federaser, "learner.pdgd.batch=2"},
       "learner.pdgd.batch = 2: must be 1 where federaser makes fewer "
       "searches"},
      {{one, federaser, "privacy.shares=2"},
       "privacy.shares = 2: must be 1 for federaser: stored updates sent "
       "again, or their lengths, reveal parts of which only the sum should be "
       "known"},
  });
  check_edges({
      {{one, "unlearning.method=fine-tune", "learner.method=es"},
       "unlearning.steps=2",
       "unlearning.steps=3",
       "must be even for antithetic es: half of them are at the negative "
       "perturbation"},
  });
  // With quantity a client may make more searches than the usual.
  CHECK(refusal_of({one, federaser, "heterogeneity.kind=quantity",
                    "unlearning.steps=5"}) == "");
}

TEST_CASE("in a stored round all clients that leave may have taken part") {
  const SettingList tenth = {"federation.participation=0.1",
                             "unlearning.clients=0-1", "aggregation.rule=krum"};
  const auto with = [&](const std::string& method) {
    SettingList settings = tenth;
    settings.push_back("unlearning.method=" + method);
    return settings;
  };
  // Eight of ten clients remain: krum stands (8 - 3) / 2.
  check_edges(
      {{with("federaser"), "aggregation.malicious=2", "aggregation.malicious=3",
        "is 3, but once 2 have left, krum needs n >= 2m + 3; "
        "to run it with a warning: aggregation.condition = warn"}});
  SettingList again = with("retrain");
  again.emplace_back("aggregation.malicious=3");
  CHECK(refusal_of(again) == "");
}

}  // namespace fedltr::unlearning_rules_test
