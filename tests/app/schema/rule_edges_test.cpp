// Each rule with a bound: values just inside are accepted, values just outside
// rejected with the full message, including the scenario's numbers.
#include <doctest/doctest.h>

#include "app/base/errors.hpp"
#include "app/schema/reader.hpp"

namespace fedltr::rule_edges_test {
namespace {

using Settings = std::vector<std::string>;

/// Error for a scenario, after "--set: "; empty if it is accepted.
std::string refusal_of(const Settings& settings) {
  try {
    default_scenario(settings);
    return "";
  } catch (const UsageError& error) {
    const std::string what = error.what();
    const std::size_t colon = what.find(": ");
    return what.substr(colon + 2);
  }
}

/// A bound: settings around it, the last one on each side of it.
struct Edge {
  Settings common;
  std::string inside;
  std::string outside;
  std::string message;  ///< after the setting that is outside
};

void check(const std::vector<Edge>& edges) {
  for (const Edge& edge : edges) {
    CAPTURE(edge.outside);
    Settings inside = edge.common;
    inside.push_back(edge.inside);
    CHECK(refusal_of(inside) == "");
    Settings outside = edge.common;
    outside.push_back(edge.outside);
    const std::string told = refusal_of(outside);
    CHECK_MESSAGE(told.ends_with(": " + edge.message), told);
  }
}

}  // namespace

TEST_CASE("bounds of data and learning") {
  check({
      {{"run.scaling=weak", "run.speedup=1,100"},
       "federation.clients=100000",
       "federation.clients=100001",
       "weak would need 10000100 clients with the most threads; at most "
       "10000000 are allowed"},
      {{},
       "synthetic.queries=5",
       "synthetic.queries=4",
       "is too few for five parts: expected 0, or 5 or more"},
      {{"synthetic.like=custom"},
       "synthetic.grades=2",
       "synthetic.grades=1",
       "one grade leaves nothing to learn: expected 0 or 2 to 31"},
      {{"federation.interactions=6"},
       "learner.pdgd.batch=3",
       "learner.pdgd.batch=4",
       "must divide federation.interactions, 6"},
      {{"learner.method=es"},
       "federation.interactions=6",
       "federation.interactions=7",
       "must be even for antithetic es: half of them are at the negative "
       "perturbation"},
      {{"federation.clients=7"},
       "federation.absent=6",
       "federation.absent=7",
       "names client 7, but clients are numbered 0 to 6"},
      {{"federation.clients=7"},
       "federation.absent=0-5",
       "federation.absent=0-6",
       "leaves no client to take part"},
      {{"clicks.model=custom", "clicks.click=0,0.5,1"},
       "clicks.stop=0,0,0.5",
       "clicks.stop=0,0.5",
       "custom needs clicks.click and clicks.stop, with the same number of "
       "probabilities: it has none of its own"},
  });
}

TEST_CASE("bounds of privacy") {
  const Settings sound = {"privacy.mechanism=gaussian", "privacy.mode=sound"};
  check({
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

TEST_CASE("bounds of attacks and rules") {
  check({
      {{"attack.kind=lie", "federation.clients=11"},
       "attack.clients=5",
       "attack.clients=6",
       "must be less than half of federation.clients = 11"},
      {{"attack.kind=lie", "federation.clients=10"},
       "attack.clients=0.44",
       "attack.clients=0.45",  // 4.5 clients round up to 5
       "must be less than half of federation.clients = 10"},
      {{"aggregation.rule=krum", "federation.clients=11"},
       "aggregation.malicious=4",
       "aggregation.malicious=5",
       "krum needs n >= 2m + 3, but n = 11 and m = 5; m is at most 4"},
      {{"aggregation.rule=krum", "federation.participation=0.5"},
       "aggregation.malicious=23",
       "aggregation.malicious=24",
       "krum needs n >= 2m + 3, but n = 50 and m = 24; m is at most 23"},
      {{"attack.kind=lie", "attack.clients=5"},
       "timeline.at=9 attack 4",
       "timeline.at=9 attack 5",
       "names client 5, but attackers are the clients below 5"},
  });
}

TEST_CASE("bounds of faults hold for the smallest average attendance") {
  check({
      {{"federation.clients=10", "federation.participation=0.5"},
       "faults.min-updates=5",
       "faults.min-updates=6",
       "is more than the clients of a round, 5"},
      {{"federation.clients=100", "faults.dropout=0.5"},
       "faults.min-updates=50",
       "faults.min-updates=51",
       "is more than the 50 clients that answer on average in the round with "
       "the fewest: most such rounds would not be used"},
      // 1 - .9 is slightly less than .1, which is not the user's fault.
      {{"federation.clients=100", "faults.dropout=0.9"},
       "faults.min-updates=10",
       "faults.min-updates=11",
       "is more than the 10 clients that answer on average in the round with "
       "the fewest: most such rounds would not be used"},
      {{"federation.clients=10", "faults.dropout=0.4", "faults.crash=0.4"},
       "faults.min-updates=2",
       "faults.min-updates=3",
       "is more than the 2 clients that answer on average in the round with "
       "the fewest: most such rounds would not be used"},
      {{"federation.clients=20", "timeline.at=5 leave 0-9"},
       "faults.min-updates=10",
       "faults.min-updates=11",
       "is more than the 10 clients that answer on average in the round with "
       "the fewest: most such rounds would not be used"},
      // .7 + .2 + .1 is slightly less than 1.
      {{"faults.dropout=0.7", "faults.late=0.2"},
       "faults.corrupt=0.05",
       "faults.corrupt=0.1",
       "adds up with the other probabilities to 1 or more: a client has at "
       "most one fault per round, and some must have none"},
      {{"federation.rounds=9"},
       "timeline.at=9 leave 1",
       "timeline.at=10 leave 1",
       "has clients join or leave in round 10 of 9"},
      {{"federation.clients=4"},
       "timeline.at=3 leave 0-2; 4 join 0",
       "timeline.at=3 leave 0-3; 4 join 0",
       "leaves no client in round 3"},
      {{},
       "timeline.at=3 leave 1; 5 join 1; 7 leave 1",
       "timeline.at=3 leave 1; 5 leave 1; 7 join 1",
       "has client 1 leave twice"},
  });
}

TEST_CASE("bounds of unlearning") {
  const Settings retrain = {"unlearning.method=retrain",
                            "federation.clients=10", "federation.rounds=20"};
  const auto with = [&](Settings settings) {
    settings.insert(settings.begin(), retrain.begin(), retrain.end());
    return settings;
  };
  check({
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
       "is 3, but once 2 have left, krum needs n >= 2m + 3"},
      {{"unlearning.method=federaser", "unlearning.clients=1"},
       "unlearning.steps=4",
       "unlearning.steps=5",
       "must be at most federation.interactions = 4"},
  });
}

TEST_CASE("bounds of secure aggregation") {
  check({
      // .1 + .2 is slightly more than .3.
      {{"privacy.secure-aggregation=yes", "privacy.secure-dropouts=0.3",
        "faults.late=0.1"},
       "faults.dropout=0.2",
       "faults.dropout=0.25",
       "is less than the 0.35 of the clients that fail on average: most sums "
       "would be lost"},
  });
}

TEST_CASE("bounds of silos") {
  const std::string silo = "silo.parties=4";
  const std::string colliding = "silo.confounders=colliding";
  check({
      {{silo, "synthetic.topics=10"},
       "synthetic.vocabulary=200",
       "synthetic.vocabulary=199",
       "must be at least twenty times synthetic.topics"},
      {{silo, "silo.rows=30"},
       "silo.real-rows=30",
       "silo.real-rows=31",
       "is above silo.rows, 30"},
      {{silo, colliding, "silo.rows=30", "silo.real-rows=5"},
       "silo.shared=4",
       "silo.shared=5",
       "must be below silo.real-rows, 5"},
      {{silo, colliding, "silo.rows=30", "silo.shared=2"},
       "silo.real-rows=16",
       "silo.real-rows=17",
       "leaves no room for a colliding confounder, which needs real-rows minus "
       "silo.shared of the other rows"},
      {{silo, "silo.rows=4096"},
       "silo.columns=16384",
       "silo.columns=16385",
       "times the rows is above 2^26 cells"},
      {{silo, "silo.frequency-rows=4"},
       "silo.frequency-columns=16777216",
       "silo.frequency-columns=16777217",
       "expected an integer 1 to 16777216"},
      {{silo, "silo.top=65536"},
       "silo.alpha=256",
       "silo.alpha=256.1",
       "times silo.top is above 2^24"},
      {{silo, "silo.noise=paper-reduced"},
       "silo.columns=2",
       "silo.columns=1",
       "paper-reduced needs silo.columns above 1"},
  });
}

}  // namespace fedltr::rule_edges_test
