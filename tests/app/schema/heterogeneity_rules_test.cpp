// Conflicts of [heterogeneity].
#include "tests/support/refusals.hpp"

namespace fedltr::heterogeneity_rules_test {
using namespace fedltr::test;

TEST_CASE("kinds that can't be combined are refused") {
  check_refusals({
      {{"heterogeneity.kind=dirichlet+by-user"},
       "heterogeneity.kind = dirichlet+by-user: takes one of "
       "document-preference, label-distribution, dirichlet or by-user; "
       "quantity and click-preference can be added with +"},
      {{"heterogeneity.kind=quantity+quantity"},
       "heterogeneity.kind = quantity+quantity: names quantity twice"},
      {{"heterogeneity.kind=iid+quantity"},
       "heterogeneity.kind = iid+quantity: iid can't be combined"},
      {{"heterogeneity.kind=label-distribution+quantity+click-preference"}, ""},
  });
}

TEST_CASE("each group needs a client") {
  const std::string kind = "heterogeneity.kind=";
  check_edges({
      {{kind + "quantity"},
       "federation.clients=5",
       "federation.clients=4",
       "is too few: each of the 5 numbers of searches needs a client"},
      {{kind + "quantity", "heterogeneity.interactions=1,2"},
       "federation.clients=2",
       "federation.clients=1",
       "is too few: each of the 2 numbers of searches needs a client"},
      {{kind + "document-preference"},
       "federation.clients=4",
       "federation.clients=3",
       "is too few: each of the 4 intents needs a client"},
      {{kind + "document-preference", "heterogeneity.intents=3"},
       "federation.clients=3",
       "federation.clients=2",
       "is too few: each of the 3 intents needs a client"},
      // Files of intents bring their number.
      {{kind + "document-preference", "data.folds=f", "data.intents=a,b"},
       "federation.clients=2",
       "federation.clients=1",
       "is too few: each of the 2 intents needs a client"},
      {{kind + "click-preference"},
       "federation.clients=3",
       "federation.clients=2",
       "is too few: each of the 3 users of click-preference needs a client"},
      // The largest of several groups counts.
      {{kind + "label-distribution+quantity"},
       "federation.clients=5",
       "federation.clients=3",
       "is too few: each of the 5 numbers of searches needs a client"},
  });
}

TEST_CASE("files of intents and users come with the data they describe") {
  check_refusals({
      {{"data.train=x", "data.test=y", "data.intents=a"},
       "data.intents = a: needs at least two files"},
      {{"data.intents=a,b"},
       "data.intents = a,b: needs data.train or data.folds"},
      {{"heterogeneity.kind=by-user"},
       "heterogeneity.kind = by-user: by-user needs data.users, a CSV file "
       "qid,user,timestamp: its clients are the users of a log; or lists "
       "of the past, data.log or logging.sessions; without files, "
       "synthetic.like = aol4foltr makes users"},
      {{"heterogeneity.kind=by-user", "synthetic.like=aol4foltr",
        "data.train=x", "data.test=y"},
       "heterogeneity.kind = by-user: by-user needs data.users, a CSV file "
       "qid,user,timestamp: its clients are the users of a log; or lists "
       "of the past, data.log or logging.sessions; without files, "
       "synthetic.like = aol4foltr makes users"},
  });
  CHECK_NOTHROW(default_scenario(
      {"heterogeneity.kind=by-user", "synthetic.like=aol4foltr"}));
}

TEST_CASE("rounds by time need the same searches and all clients") {
  const std::string kind = "heterogeneity.kind=by-user";
  const std::string log = "data.users=u.csv";
  const std::string turns = "heterogeneity.turns=by-time";
  const std::string all =
      "heterogeneity.turns = by-time: by-time needs the clients of its log in "
      "each round: without federation.absent, clients that join or leave "
      "(timeline.at) and unlearning.method";
  check_refusals({
      {{kind + "+quantity", log, turns},
       "heterogeneity.turns = by-time: by-time needs the same number of "
       "searches in each turn; leave quantity out of heterogeneity.kind"},
      {{kind, log, turns, "federation.absent=3"}, all},
      {{kind, log, turns, "timeline.at=3 leave 1"}, all},
      {{kind, log, turns, "unlearning.method=retrain", "unlearning.clients=1"},
       all},
  });
  CHECK_NOTHROW(default_scenario({kind, log, "federation.absent=3"}));
}

TEST_CASE("clients with different numbers of searches send models") {
  const std::string quantity = "heterogeneity.kind=quantity";
  const std::string es = "learner.method=es";
  const std::string batch = "learner.pdgd.batch=2";
  const std::string iid = "heterogeneity.iid=yes";
  const SettingList shared = {quantity, "privacy.mechanism=gaussian",
                              "privacy.mode=sound", "privacy.shares=2"};
  SettingList uniform = shared;
  uniform.insert(uniform.begin(), "federation.weighting=uniform");
  check_refusals({
      {{es, quantity},
       "heterogeneity.kind = quantity: quantity needs a learner that sends "
       "models, not es"},
      {{es, quantity, iid}, ""},
      {{quantity, batch}, "learner.pdgd.batch = 2: must be 1 with quantity"},
      {{quantity, batch, iid}, ""},
      {shared,
       "privacy.shares = 2: above 1 needs clients of equal weight; with "
       "quantity set federation.weighting = uniform"},
      {uniform, ""},
  });
}

}  // namespace fedltr::heterogeneity_rules_test
