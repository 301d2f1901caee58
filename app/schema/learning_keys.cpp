// Keys of [ranker], [learner] and [federation].
#include "algorithms/federation/optimizer.hpp"
#include "algorithms/online/learner.hpp"
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

Key server_key() {
  std::vector<std::pair<std::string, std::optional<std::string>>> choices = {
      {kAuto, std::nullopt}};
  for (const auto& each : server_optimizers())
    choices.emplace_back(each.name, each.name);
  return choice<std::optional<std::string>>(
      "federation.server",
      [](Scenario & s) -> auto& { return s.federation.server; }, kAuto, choices,
      "how the server moves its model; auto: adam for es, else average");
}

}  // namespace

void add_learning_keys(std::vector<Key>& table) {
  using S = Scenario;
  table.push_back(method(
      "ranker.model", [](S & s) -> auto& { return s.ranker.model; }, "linear",
      rankers(), "scoring function"));
  add_parameter_keys("rankers", table);
  table.push_back(choice<Initial>(
      "ranker.init", [](S & s) -> auto& { return s.ranker.init; }, "zero",
      {{"zero", Initial::kZero}, {"normal", Initial::kNormal}},
      "normal: linear a random direction of length 0.01, neural normal "
      "with standard deviation 1/fan-in"));
  table.push_back(method(
      "learner.method", [](S & s) -> auto& { return s.learner.method; }, "pdgd",
      learners(), "how a client learns"));
  add_parameter_keys("learners", table);
}

void add_federation_keys(std::vector<Key>& table) {
  using S = Scenario;
  table.push_back(whole<std::uint32_t>(
      "federation.clients", [](S & s) -> auto& { return s.federation.clients; },
      "100", 1, 10000000, "number of clients"));
  table.push_back(whole<std::uint32_t>(
      "federation.interactions",
      [](S & s) -> auto& { return s.federation.interactions; }, "4", 1, 1000000,
      "searches of a client in a round"));
  table.push_back(whole<std::uint32_t>(
      "federation.rounds", [](S & s) -> auto& { return s.federation.rounds; },
      "100", 1, 100000000, "number of rounds"));
  table.push_back(real(
      "federation.participation",
      [](S & s) -> auto& { return s.federation.participation; }, "1", share,
      "a number above 0, at most 1",
      "share of the clients that take part in a round"));
  table.push_back(clients_list(
      "federation.absent", [](S & s) -> auto& { return s.federation.absent; },
      "clients that never take part"));
  table.push_back(choice<Weighting>(
      "federation.weighting",
      [](S & s) -> auto& { return s.federation.weighting; }, "interactions",
      {{"interactions", Weighting::kInteractions},
       {"uniform", Weighting::kUniform}},
      "weight of a client in the average; both agree while all make equally "
      "many searches"));
  table.push_back(server_key());
  table.push_back({"federation.server-rate", "auto", "auto | a number above 0",
                   "server's step; auto: average and momentum 1, adam and yogi "
                   "0.001 for es, else 0.01",
                   set_server_rate});
  table.push_back(choice<LocalObjective>(
      "federation.local", [](S & s) -> auto& { return s.federation.local; },
      "plain",
      {{"plain", LocalObjective::kPlain},
       {"fedprox", LocalObjective::kFedProx},
       {"fedper", LocalObjective::kFedPer}},
      "fedprox: a pull towards the global model in each step; fedper: a neural "
      "ranker's output layer stays with its client"));
  table.push_back(real(
      "federation.mu", [](S & s) -> auto& { return s.federation.mu; }, "0.01",
      positive, "a number above 0", "fedprox: strength of the pull"));
  table.push_back(real(
      "federation.share",
      [](S & s) -> auto& { return s.federation.sharing.share; }, "0",
      [](double x) { return x >= 0 && x <= 1; }, "a number 0 to 1",
      "data-sharing: share of the global queries that each client gets in "
      "addition to its own; the server starts with a model trained on them; 0 "
      "= none"));
  table.push_back(real(
      "federation.global-queries",
      [](S & s) -> auto& { return s.federation.sharing.globally; }, "0.1",
      share, "a number above 0, at most 1",
      "data-sharing: share of the training queries that is global"));
}

void add_learning_conditions(const ActiveWhen& when) {
  using S = const Scenario&;
  // Allowed with a linear ranker: grids over rankers set it.
  when({"ranker.hidden"}, "ranker.model = neural or neural-relu",
       [](S) { return true; });
  when({"federation.mu"}, "federation.local = fedprox",
       [](S s) { return s.federation.local == LocalObjective::kFedProx; });
  when({"federation.global-queries"}, "federation.share above 0",
       [](S s) { return s.federation.sharing.share > 0; });
}

}  // namespace fedltr
