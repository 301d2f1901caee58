// Keys of [ranker], [learner] and [federation].
#include "algorithms/federation/optimizer.hpp"
#include "algorithms/online/learner.hpp"
#include "app/schema/choices.hpp"
#include "app/schema/key_table.hpp"
#include "app/schema/parameter_keys.hpp"

namespace fedltr {
namespace {

void set_server_rate(Scenario& scenario, const Value& value) {
  auto& rate = scenario.federation.server_rate;
  rate.reset();
  if (value.text == kAuto) return;
  rate = parse_real(value.text);
  require(rate && *rate > 0, "expected auto or a number above 0");
}

/// Zero, unless the ranker can't learn from there.
std::string default_init(const Scenario& scenario) {
  const Choices choices(scenario);
  const RankerTraits& ranker = choices.ranker.traits;
  const bool stays = ranker.zero_is_symmetric ||
                     (ranker.zero_is_stationary && choices.sends_models());
  return stays ? "normal" : "zero";
}

/// Keys of the first model.
std::vector<Key> start_keys() {
  return {
      choice("ranker.init", &RankerSettings::init, "zero",
             {{"zero", Initial::kZero}, {"normal", Initial::kNormal}},
             "normal: linear starts in a random direction of length 0.01, "
             "neural from a normal distribution with standard deviation "
             "1/fan-in; a neural ranker can't learn from zero, except "
             "neural-relu with es")
          .follows("zero, neural normal, neural-relu normal (with es zero)",
                   default_init)
          .when({"no ranker.from, which gives the first model",
                 [](const Scenario& s) { return s.ranker.from.empty(); }}),
      path("ranker.from", &RankerSettings::from,
           "model to start from, of the same kind and features: a model file, "
           "or a run folder with a model of the run's fold (and repeat, if it "
           "has several)")};
}

Key server_key() {
  std::vector<std::pair<std::string, std::optional<std::string>>> choices = {
      {kAuto, std::nullopt}};
  for (const auto& each : server_optimizers())
    choices.emplace_back(each.name, each.name);
  return choice(
      "federation.server", &FederationSettings::server, kAuto, choices,
      "how the server updates its model; auto: adam for es, else average");
}

}  // namespace

std::vector<Key> ranker_keys() {
  std::vector<Key> sizes;
  // Allowed with a linear ranker: grids over rankers set it.
  for (Key& key : parameter_keys("rankers"))
    sizes.push_back(
        std::move(key).when({key.needs, [](const Scenario&) { return true; }}));
  return joined({{method("ranker.model", &RankerSettings::model, "linear",
                         rankers(), "scoring function")},
                 sizes,
                 start_keys()});
}

std::vector<Key> learning_keys() {
  return joined({{method("learner.method", &LearnerSettings::method, "pdgd",
                         learners(), "the clients' learning method")},
                 parameter_keys("learners")});
}

std::vector<Key> federation_keys() {
  using F = FederationSettings;
  using S = const Scenario&;
  const Condition shared = {"federation.share above 0",
                            [](S s) { return s.federation.sharing.share > 0; }};
  return {
      whole("federation.clients", &F::clients, "100", 1, 1000000000,
            "number of clients"),
      whole("federation.interactions", &F::interactions, "4", 1, 1000000,
            "searches per client and round"),
      whole("federation.rounds", &F::rounds, "100", 1, 100000000,
            "number of rounds"),
      real("federation.participation", &F::participation, "1", kShare,
           "share of the clients that take part in a round"),
      clients_list("federation.absent", &F::absent,
                   "clients that never take part"),
      choice("federation.weighting", &F::weighting, "interactions",
             {{"interactions", Weighting::kInteractions},
              {"uniform", Weighting::kUniform}},
             "weight of a client in the average; both agree if all clients "
             "make the same number of searches"),
      server_key(),
      {"federation.server-rate", "auto", "auto | a number above 0",
       "server's step; auto: average and momentum 1, adam and yogi 0.001 for "
       "es, else 0.01",
       set_server_rate},
      choice("federation.local", &F::local, "plain",
             {{"plain", LocalObjective::kPlain},
              {"fedprox", LocalObjective::kFedProx},
              {"fedper", LocalObjective::kFedPer}},
             "fedprox: a pull towards the global model in each step; fedper: a "
             "neural ranker's output layer stays with its client"),
      real("federation.mu", &F::mu, "0.01", kPositive,
           "fedprox: strength of the pull")
          .when({"federation.local = fedprox",
                 [](S s) {
                   return s.federation.local == LocalObjective::kFedProx;
                 }}),
      real("federation.share", &DataSharing::share, "0", kProbability,
           "data sharing: share of the global queries that each client gets in "
           "addition to its own; 0 = none"),
      real("federation.global-queries", &DataSharing::globally, "0.1", kShare,
           "data sharing: share of the training queries that is global")
          .when(shared),
      flag("federation.own-global", &DataSharing::own_global, true,
           "data sharing: clients keep the global queries of their own data; "
           "no: these are taken out, as in the authors' code")
          .when(shared),
      whole("federation.warm-up", &DataSharing::warm_up, "100", 0, 1000000,
            "data sharing: rounds of a client's searches by which the server "
            "trains the first model on the global queries; 0 = none, as in the "
            "authors' code")
          .when(shared)};
}

}  // namespace fedltr
