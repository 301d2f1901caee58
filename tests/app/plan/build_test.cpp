// Names in a scenario become the objects that they name.
#include "app/plan/build.hpp"

#include <numeric>
#include <set>

#include <doctest/doctest.h>

#include "app/base/errors.hpp"
#include "app/schema/choices.hpp"
#include "app/schema/reader.hpp"
#include "tests/support/error_of.hpp"

namespace fedltr::build_test {
namespace {

/// Small synthetic data of three grades, for twenty clients.
Scenario small(std::vector<std::string> settings) {
  settings.insert(
      settings.begin(),
      {"synthetic.like=custom", "synthetic.queries=30", "synthetic.documents=8",
       "synthetic.features=5", "federation.clients=20", "federation.rounds=9"});
  return unchecked_scenario(settings);
}

std::vector<Run> runs_of(const std::vector<std::string>& settings,
                         std::uint32_t first = 0) {
  const Scenario scenario = small(settings);
  return build_runs(scenario, load_data(scenario), first);
}

FederationPlan plan_of(const std::vector<std::string>& settings) {
  return runs_of(settings).front().plan;
}

std::string complaint(const std::vector<std::string>& settings) {
  return test::error_of<UsageError>([&] { runs_of(settings); });
}

/// Models of two attackers with a copy of the rule in twenty rounds; both kinds
/// of attackers know all models.
Matrix sent_by(const AttackPlan& plan, Index size) {
  const auto attack = plan.make();
  const Vector global = Vector::Zero(size);
  Matrix sent(20, size);
  for (std::uint32_t round = 1; round <= 20; ++round) {
    Rng rng(1, Purpose::kTest, 0, round);
    Matrix honest(20, size);
    for (double& value : honest.reshaped<Eigen::RowMajor>())
      value = 0.5 + rng.normal();
    sent.row(round - 1) =
        attack
            ->craft({global, honest, 2, 20, 2,
                     Rng(1, Purpose::kAttack, 0, round), round})
            .row(0);
  }
  return sent;
}

}  // namespace

TEST_CASE("each fold and repeat is a run, with a number and a seed") {
  const auto runs = runs_of({"run.repeats=3", "data.fold=all"}, 4);
  REQUIRE(runs.size() == 15);
  std::set<std::uint64_t> seeds;
  for (std::uint32_t i = 0; i < runs.size(); ++i) {
    const Run& run = runs[i];
    CHECK(run.fold == static_cast<int>(1 + i / 3));
    CHECK(run.repeat == 1 + i % 3);
    CHECK(run.plan.run == 4 + i);
    seeds.insert(run.plan.seed);
  }
  CHECK(seeds.size() == 15);
  CHECK(runs[4].plan.name == "fedltr fold 2 repeat 2");
  // The seed does not depend on the other runs.
  CHECK(plan_of({}).seed == runs[0].plan.seed);
  CHECK(plan_of({"run.seed=2"}).seed != runs[0].plan.seed);
}

TEST_CASE("numbers of a federation are those of its keys") {
  const FederationPlan plan = plan_of(
      {"federation.absent=3,7", "federation.interactions=6",
       "federation.participation=0.5", "federation.weighting=uniform",
       "evaluation.every=2", "evaluation.discount=0.75", "privacy.budget=3"});
  CHECK(plan.clients == 20);
  CHECK(plan.rounds == 9);
  CHECK(plan.absent == std::vector<std::uint32_t>{3, 7});
  CHECK(plan.interactions == 6);
  CHECK(plan.participation == 0.5);
  CHECK(plan.weighting == Weighting::kUniform);
  CHECK(plan.evaluate_every == 2);
  CHECK(plan.discount == 0.75);
  CHECK(plan.privacy.budget == 3);
  CHECK(plan.simulation->data->features() == 5);
}

TEST_CASE("every ranker is made for the data's features") {
  for (const auto& each : rankers()) {
    CAPTURE(each.name);
    const FederationPlan plan = plan_of(
        {"ranker.model=" + each.name, "ranker.init=normal", "ranker.hidden=4"});
    const auto expected = each.make(
        RankerShape(5, small({"ranker.model=" + each.name, "ranker.hidden=4"})
                           .ranker.parameters));
    CHECK(plan.simulation->ranker->size() == expected->size());
    CHECK(plan.initial.size() == expected->size());
    CHECK(plan.initial.norm() > 0);
  }
  CHECK(plan_of({}).initial.norm() == 0);
}

TEST_CASE("every learner is made, with the server's optimizer it wants") {
  for (const auto& each : learners()) {
    CAPTURE(each.name);
    const FederationPlan plan =
        plan_of({"learner.method=" + each.name, "clicks.model=pbm"});
    REQUIRE(plan.learner);
    CHECK((plan.simulation->ranker->room() > 0) ==
          static_cast<bool>(each.traits.room));
    CHECK(plan.learner->sends_models() == each.traits.sends_models);
    CHECK(plan.optimizer());
  }
}

TEST_CASE("every optimizer of a server is made anew for each run") {
  for (const auto& each : server_optimizers()) {
    CAPTURE(each.name);
    const FederationPlan plan = plan_of({"federation.server=" + each.name});
    const auto one = plan.optimizer();
    const auto other = plan.optimizer();
    CHECK(one);
    CHECK(one != other);
  }
}

TEST_CASE("every rule is made with every pre-aggregation, but the mean") {
  for (const auto& rule : aggregation_rules())
    for (const auto& before : pre_aggregations()) {
      CAPTURE(rule.name);
      CAPTURE(before.name);
      const FederationPlan plan =
          plan_of({"aggregation.rule=" + rule.name,
                   "aggregation.pre-aggregation=" + before.name});
      CHECK(static_cast<bool>(plan.rule) == static_cast<bool>(rule.make));
      if (plan.rule) CHECK(plan.rule() != nullptr);
    }
}

TEST_CASE("every attack is crafted, or poisons what its clients learn from") {
  for (const auto& each : attacks()) {
    CAPTURE(each.name);
    const AttackPlan attack =
        plan_of({"attack.kind=" + each.name, "attack.clients=3",
                 "attack.knowledge=full", "timeline.at=5 attack"})
            .attack;
    CHECK(static_cast<bool>(attack.make) == each.traits.on_models);
    CHECK(attack.full == each.traits.on_models);
    CHECK(static_cast<bool>(attack.poison) == each.traits.on_data());
    CHECK(attack.schedule.attackers() == (each.name == "none" ? 0 : 3));
    CHECK(attack.schedule.attacks(0, 5) == (each.name != "none"));
    CHECK_FALSE(attack.schedule.attacks(0, 4));
    CHECK_FALSE(attack.schedule.attacks(3, 5));
    CHECK(attack.poisons(1, 6) == each.traits.on_data());
  }
}

TEST_CASE("only omniscient attackers hold the server's draws and root data") {
  const std::vector<std::vector<std::string>> rules = {
      {"aggregation.rule=fltrust", "aggregation.root-queries=5"},
      {"aggregation.rule=fltrust", "heterogeneity.kind=dirichlet"},
      {"aggregation.rule=krum", "aggregation.pre-aggregation=bucketing"},
      {"aggregation.rule=median"}};
  for (auto settings : rules) {
    CAPTURE(settings[0]);
    settings.insert(settings.end(),
                    {"attack.kind=lie-optimal", "attack.clients=2",
                     "attack.knowledge=full"});
    const FederationPlan full = *begin_run(plan_of(settings)).plan;
    settings.back() = "attack.knowledge=partial";
    const FederationPlan partial = *begin_run(plan_of(settings)).plan;
    const Index size = full.initial.size();
    AttackPlan servers = full.attack;
    servers.make = [&] {
      return find(attacks(), "lie-optimal").make({{}, 9, full.rule});
    };
    CHECK(sent_by(full.attack, size) == sent_by(servers, size));
    const bool draws = settings[0] != "aggregation.rule=median";
    CHECK((sent_by(partial.attack, size) != sent_by(servers, size)) == draws);
    // The server's own rule is the same in both.
    const Matrix models = sent_by(full.attack, size);
    const Vector global = Vector::Zero(size);
    std::vector<std::uint32_t> clients(20);
    std::iota(clients.begin(), clients.end(), 0U);
    std::vector<double> shares(20);
    CHECK(full.rule()->aggregate({models, clients, global, 1}, shares) ==
          partial.rule()->aggregate({models, clients, global, 1}, shares));
  }
}

TEST_CASE("the rule and the attack assume the same malicious clients") {
  const std::string lie = "attack.kind=lie";
  CHECK(plan_of({lie, "attack.clients=4", "aggregation.rule=krum"})
            .attack.assumed == 4);
  CHECK(plan_of({lie, "aggregation.rule=krum", "aggregation.malicious=7"})
            .attack.assumed == 7);
}

TEST_CASE("attackers that craft updates never fail, poisoned ones do") {
  for (const auto& each : attacks()) {
    CAPTURE(each.name);
    const FederationPlan plan =
        plan_of({"attack.kind=" + each.name, "attack.clients=3",
                 "faults.crash=0.5", "timeline.at=4 leave 9"});
    CHECK(plan.faults.options().spared == (each.traits.on_models ? 3 : 0));
    CHECK(plan.faults.options().crash == 0.5);
    CHECK(plan.faults.present(9, 3));
    CHECK_FALSE(plan.faults.present(9, 4));
  }
}

TEST_CASE("every mechanism is accounted as it is published") {
  for (const auto& each : mechanisms()) {
    if (!each.make.published) continue;
    CAPTURE(each.name);
    const PrivacySpec privacy =
        plan_of({"privacy.mechanism=" + each.name, "privacy.delta=0.001"})
            .privacy;
    CHECK(privacy.mechanism.starts_with(each.name));
    CHECK(static_cast<bool>(privacy.release) == each.traits.on_models);
    // A single message has no bound to which other clients' shares could add.
    CHECK(privacy.min_updates == 1);
    CHECK(privacy.budget == kNoBound);
    if (each.name != "none") CHECK(privacy.delta == 0.001);
  }
}

TEST_CASE("a sum of published shares of noise needs each of them") {
  for (const auto& each : mechanisms())
    if (each.make.published) {
      CAPTURE(each.name);
      CHECK(plan_of({"privacy.mechanism=" + each.name,
                     "privacy.secure-aggregation=yes"})
                .privacy.min_updates ==
            (each.traits.needs_all_clients ? 20 : 1));
    }
}

TEST_CASE("every mechanism with sound noise has its shares and a bound") {
  for (const auto& each : mechanisms()) {
    if (!each.make.sound) continue;
    CAPTURE(each.name);
    const PrivacySpec privacy =
        plan_of({"privacy.mechanism=" + each.name, "privacy.mode=sound",
                 "privacy.shares=6", "privacy.secure-aggregation=yes"})
            .privacy;
    CHECK(privacy.min_updates == 6);
    CHECK(static_cast<bool>(privacy.release));
    CHECK(privacy.after(1).best() < kNoBound);
    // In the open, a message carries a part of the noise only.
    const PrivacySpec open = plan_of({"privacy.mechanism=" + each.name,
                                      "privacy.mode=sound", "privacy.shares=6"})
                                 .privacy;
    CHECK(open.after(1).best() == kNoBound);
    CHECK(open.caveat.find("the server sees each message") !=
          std::string::npos);
  }
}

TEST_CASE("updates are masked only where it is asked for") {
  CHECK_FALSE(plan_of({}).secure);
  const std::string yes = "privacy.secure-aggregation=yes";
  const auto simulated = plan_of({yes, "privacy.secure-range=32"}).secure;
  REQUIRE(simulated);
  CHECK(simulated->limit == 32);
  CHECK_FALSE(simulated->system);
  const auto system = plan_of({yes, "privacy.randomness=system"}).secure;
  REQUIRE(system);
  REQUIRE(system->system);
  std::set<std::uint64_t> drawn;
  for (int i = 0; i < 1000; ++i) drawn.insert(system->system());
  CHECK(drawn.size() == 1000);
}

TEST_CASE("every method of unlearning has all departures") {
  for (const auto& each : unlearning_methods()) {
    CAPTURE(each.name);
    const UnlearningPlan unlearning =
        plan_of({"unlearning.method=" + each.name, "unlearning.clients=4",
                 "timeline.at=3 unlearn 1-2", "unlearning.evidence=no"})
            .unlearning;
    REQUIRE(unlearning.requests.size() == 2);
    CHECK(unlearning.requests[0].after == 3);
    CHECK(unlearning.requests[0].clients == std::vector<std::uint32_t>{1, 2});
    CHECK(unlearning.requests[1].after == 9);
    CHECK(unlearning.leaves(4));
    CHECK_FALSE(unlearning.leaves(3));
    CHECK(unlearning.method.history == each.make.history);
    CHECK(static_cast<bool>(unlearning.ascent_learner) == each.make.gradient);
    CHECK_FALSE(unlearning.evidence);
  }
  CHECK(plan_of({"timeline.at=3 unlearn 1"}).unlearning.requests.empty());
}

TEST_CASE("memory holds as many updates as fit, at least one") {
  const auto kept = [](const std::string& setting) {
    return plan_of(
               {"unlearning.method=federaser", "unlearning.clients=1", setting})
        .unlearning.in_memory;
  };
  // 1e6 bytes by 2 pieces of 8 bytes, 20 clients and 5 parameters.
  CHECK(kept("unlearning.memory=1") == 625);
  CHECK(kept("unlearning.memory=2") == 1250);
  CHECK(kept("federation.clients=10000000") == 1);
}

TEST_CASE("every split divides the data among the clients") {
  for (const auto& each : splits()) {
    if (each.traits.by_log) continue;  // there is no log
    CAPTURE(each.name);
    FederationPlan plan = plan_of({"heterogeneity.kind=" + each.name});
    const bool differs = each.name != kIidSplit;
    CHECK(static_cast<bool>(plan.materialize) == differs);
    CHECK(plan.report_local_metrics == differs);
    if (!differs) continue;
    plan.materialize(plan);
    CHECK(plan.population.size() > 1);
    CHECK(plan.population.size() <= 20);
    for (std::uint32_t client = 0; client < 20; ++client)
      CHECK_FALSE(plan.population[client].worlds.empty());
  }
}

TEST_CASE("data-sharing gives a first model trained on the global queries") {
  FederationPlan plan = plan_of({"federation.share=0.5"});
  CHECK(plan.initial.norm() == 0);
  REQUIRE(plan.materialize);
  plan.materialize(plan);
  CHECK(plan.initial.norm() > 0);
  FederationPlan again = plan_of({"federation.share=0.5"});
  again.materialize(again);
  CHECK(again.initial == plan.initial);
  FederationPlan longer =
      plan_of({"federation.share=0.5", "federation.warm-up=200"});
  longer.materialize(longer);
  CHECK(longer.initial != plan.initial);
  FederationPlan cold =
      plan_of({"federation.share=0.5", "federation.warm-up=0"});
  cold.materialize(cold);
  CHECK(cold.initial.norm() == 0);
}

TEST_CASE("every client's users are shown lists of the length set") {
  CHECK(plan_of({}).simulation->list == 10);
  FederationPlan plan =
      plan_of({"clicks.list=3", "heterogeneity.kind=label-distribution",
               "heterogeneity.overlap=yes"});
  plan.materialize(plan);
  CHECK(plan.simulation->list == 3);
  for (std::uint32_t client = 0; client < 20; ++client)
    for (const auto& world : plan.population[client].worlds)
      CHECK(world->list == 3);
}

TEST_CASE("fedper keeps the output layer of a neural ranker") {
  CHECK(plan_of({}).personal == 0);
  const FederationPlan plan =
      plan_of({"federation.local=fedper", "ranker.model=neural",
               "ranker.init=normal", "ranker.hidden=4"});
  CHECK(plan.personal == 4);
  CHECK(plan.personal_evaluations.size() == 1);
}

TEST_CASE("metrics are those named, in their order") {
  const auto config = plan_of({"evaluation.metrics=map, ndcg@3",
                               "evaluation.empty=1", "evaluation.ties=trec"})
                          .evaluation->config();
  REQUIRE(config.metrics.size() == 2);
  CHECK(config.metrics[0].name == "map");
  CHECK(config.metrics[1].cutoff == 3);
  CHECK(config.empty == EmptyQuery::kOne);
  CHECK(config.ties == Ties::kTrec);
}

TEST_CASE("a key that does not fit the data is refused, by its name") {
  CHECK(complaint({}) == "");
  CHECK(complaint({"evaluation.err-grade=2"}) == "");
  CHECK(complaint({"evaluation.err-grade=1"}) ==
        "fedltr: evaluation.err-grade is below the data's highest grade, 2");
  const std::string by_label = "heterogeneity.kind=label-distribution";
  CHECK(complaint({by_label, "federation.clients=2"})
            .starts_with("fedltr: federation.clients = 2: is too few"));
  CHECK(complaint({by_label, "heterogeneity.labels-per-client=4"})
            .ends_with("the data has 3 labels only"));
  CHECK(complaint({"clicks.model=custom", "clicks.click=0, 1",
                   "clicks.stop=0, 0"}) != "");
}

}  // namespace fedltr::build_test
