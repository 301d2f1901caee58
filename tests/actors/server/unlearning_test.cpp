// Clients leave, and are unlearned.
#include <doctest/doctest.h>

#include "actors/server/server.hpp"
#include "algorithms/aggregation/aggregation.hpp"
#include "algorithms/heterogeneity/split.hpp"
#include "tests/support/counting_store.hpp"
#include "tests/support/det_fixture.hpp"
#include "tests/support/leaving_federation.hpp"
#include "tests/support/shuffled_run.hpp"

namespace fedltr::unlearning_test {
using test::kInterval;
using test::kRounds;
using test::leaving_plan;
using test::Memory;
using test::run;
using test::without;

namespace {

std::vector<std::string> method_names() {
  std::vector<std::string> names;
  for (const auto& method : unlearning_methods()) names.push_back(method.name);
  return names;
}

/// All parts of a result that must not depend on the order of messages.
Vector all_of(const RunResult& result) {
  const Vector& model = result.model;
  Vector all(3 * model.size());
  all << model, result.unlearned.at(0).before, result.unlearned[0].model;
  return all;
}

}  // namespace

TEST_CASE("a federation without requests keeps its bits") {
  const FederationPlan plan = test::small_plan(7, kRounds);
  const Memory usual = run(plan, 2);
  const Memory before = run(leaving_plan("federaser"), 2);
  CHECK(before.results.at(0).unlearned.at(0).before ==
        usual.results.at(0).model);
}

TEST_CASE("retraining gives the model the unlearned clients never were in") {
  for (const double participation : {1.0, 0.6}) {
    FederationPlan plan = leaving_plan("retrain", {{kRounds, {0, 2}}});
    plan.participation = participation;
    const RunResult left = run(plan, 2).results.at(0);
    const RunResult never = run(without(plan, {0, 2}), 2).results.at(0);
    CHECK(left.model == never.model);
    CHECK_FALSE(left.model == left.unlearned.at(0).before);
    CHECK(left.per_query == never.per_query);
  }
}

namespace {

void check_oracle(FederationPlan plan) {
  plan.unlearning.method = find(unlearning_methods(), "retrain").make;
  plan.unlearning.requests = {{kRounds, {5}}};
  const RunResult left = run(plan, 2).results.at(0);
  CHECK(left.model == run(without(plan, {5}), 2).results.at(0).model);
}

}  // namespace

TEST_CASE("so it does under rules and attacks that draw or remember") {
  for (const auto& rule : aggregation_rules())
    for (const char* before : {"none", "bucketing"}) {
      if (!rule.make) continue;
      if (rule.traits.follows_clients)
        if (before != std::string("none")) continue;
      CAPTURE(rule.name);
      FederationPlan plan = leaving_plan("retrain");
      plan.clients = 14;
      plan.rule = [name = rule.name, before] {
        RuleOptions options;
        options.malicious = 1;
        options.momentum = before == std::string("none") ? 0 : 0.5;
        options.parameters = {{"window", std::uint64_t{4}}};
        options.trusted = [](const Vector& global, std::uint32_t round) {
          return Vector(global + Vector::Constant(global.size(), round));
        };
        return make_robust_rule(name, before, options);
      };
      check_oracle(plan);
    }
  for (const char* attack : {"gaussian", "fang-trim", "lie"})
    for (const bool full : {false, true}) {
      CAPTURE(attack);
      FederationPlan plan = leaving_plan("retrain");
      plan.attack.schedule = AttackSchedule(2, {{3, Event::kAttack, {}}});
      plan.attack.make = test::attack_of(attack);
      plan.attack.full = full;
      check_oracle(plan);
    }
  for (const char* server : {"momentum", "adam"}) {
    FederationPlan plan = leaving_plan("retrain");
    plan.optimizer = [server] {
      return find(server_optimizers(), server).make(0.1);
    };
    check_oracle(plan);
  }
}

TEST_CASE("every method gives the same bits on any number of threads") {
  for (const std::string& method : method_names())
    for (const double participation : {1.0, 0.5}) {
      CAPTURE(method);
      FederationPlan plan = leaving_plan(method, {{4, {2, 5}}, {kRounds, {0}}});
      plan.participation = participation;
      const Vector expected = all_of(run(plan, 1).results.at(0));
      for (const std::size_t threads : {2, 8})
        CHECK(all_of(run(plan, threads).results.at(0)) == expected);
    }
}

TEST_CASE("random interleavings of leaving give the same bits") {
  for (const std::string& method : method_names()) {
    FederationPlan plan = leaving_plan(method, {{2, {0, 290}}, {3, {1}}});
    plan.clients = 300;
    plan.rounds = 4;
    plan.attack.schedule = AttackSchedule(2, {});
    plan.attack.make = test::attack_of("unlearning-probe");
    Vector expected;
    for (std::uint64_t seed = 1; seed <= 8; ++seed) {
      CAPTURE(method);
      const auto result = test::run_shuffled(plan, seed).result;
      REQUIRE(result->unlearned.size() == 2);
      if (seed == 1) expected = all_of(*result);
      CHECK(all_of(*result) == expected);
    }
  }
}

TEST_CASE("a client that leaves takes data and history along") {
  // The run continues after the request and stores updates in every round.
  FederationPlan plan = leaving_plan("federaser", {{5, {2}}});
  plan.unlearning.options.interval = 1;
  const auto store = std::make_shared<test::CountingStore>();
  plan.unlearning.store = [store] { return store; };
  std::weak_ptr<const Simulation> unlearned;
  std::weak_ptr<const Simulation> stayers;
  plan.materialize = [&](FederationPlan& materialized) {
    Split split;
    for (std::uint32_t i = 0; i < materialized.clients; ++i)
      split.holdings.push_back(
          {materialized.simulation->data, std::vector<Index>(5, Index{i})});
    materialized.population =
        Population(split, materialized.clients, materialized.simulation,
                   materialized.interactions);
    unlearned = materialized.population[2].worlds[0];
    stayers = materialized.population[3].worlds[0];
  };
  test::DetFixture fixture;
  const auto observer = fixture.sys.spawn([]() -> caf::behavior {
    return {[](const RecordRound&) {}, [](const RecordResult&) {},
            [](const RunEnded&) {}};
  });
  const auto handle = fixture.sys.spawn(server, begin_run(plan), observer,
                                        observer, SpawnCohort());
  caf::anon_send(handle, StartRun{});
  const auto until = [&](const std::function<bool(const ServerState&)>& done) {
    while (!done(fixture.state<ServerState>(handle))) fixture.step();
  };
  until([](const ServerState& state) { return state.run().round == 3; });
  CHECK_FALSE(unlearned.expired());
  until([](const ServerState& state) {
    const UnlearningRecord* record = state.run().unlearning.record();
    return record && record->left;
  });
  CHECK(unlearned.expired());
  CHECK_FALSE(stayers.expired());
  REQUIRE_FALSE(store->removed.empty());
  CHECK(store->removed == std::vector<std::uint32_t>{2});
  CHECK_FALSE(store->pieces.empty());
  fixture.run();
  CHECK(store->pieces.empty());
  caf::anon_send_exit(observer, caf::exit_reason::user_shutdown);
}

TEST_CASE("histories on disk and in memory give the same bits") {
  for (const std::string method : {"federaser", "fedremove", "pga"}) {
    FederationPlan plan = leaving_plan(method, {{5, {2}}, {kRounds, {3}}});
    const Vector expected = run(plan, 2).results.at(0).model;
    plan.unlearning.in_memory = 1;
    plan.unlearning.store = [] {
      return std::make_shared<test::CountingStore>();
    };
    CHECK(run(plan, 2).results.at(0).model == expected);
  }
}

TEST_CASE("a client that never took part leaves nothing to unlearn") {
  for (const std::string& method : method_names()) {
    CAPTURE(method);
    FederationPlan plan = leaving_plan(method);
    plan.absent = {2};
    const RunResult result = run(plan, 2).results.at(0);
    CHECK(result.model == run(without(plan, {2}), 2).results.at(0).model);
    CHECK_FALSE(result.unlearned.at(0).took_part);
    CHECK(result.unlearned[0].rounds == 0);
    CHECK(result.unlearned[0].complete);
  }
}

TEST_CASE("training continues without the clients that left") {
  FederationPlan plan = leaving_plan("retrain", {{4, {2}}});
  // Retraining is exact: the result must be the federation without them.
  CHECK(run(plan, 2).results.at(0).model ==
        run(without(plan, {2}), 2).results.at(0).model);
  const RunResult result = run(plan, 2).results.at(0);
  CHECK(result.clients.at(2).interactions == 4 * plan.interactions);
  CHECK(result.clients.at(3).interactions == (4 + kRounds) * plan.interactions);
}

TEST_CASE("a second request does not bring back whom the first forgot") {
  // The second request comes before any update was stored again.
  const auto second = [](std::uint32_t ascent) {
    FederationPlan plan = leaving_plan("pga", {{6, {0}}, {7, {5}}});
    plan.unlearning.options.parameters.set("ascent", std::uint64_t{ascent});
    plan.unlearning.options.parameters.set("rounds", std::uint64_t{1});
    plan.evaluate_every = 1;
    // Round 10, after 6 of training, 3 of unlearning and 1 of training: the
    // recall, which returns to the result of the first request.
    return run(plan, 2).rounds.at(0).at(11).metrics;
  };
  CHECK_FALSE(second(1) == second(300));
}

TEST_CASE("unlearning that is interrupted is reported as such") {
  struct Stopper : Memory {
    void on_round(std::uint32_t run, const RoundRecord& record) override {
      Memory::on_round(run, record);
      if (record.round == kRounds) interrupt->trigger();
    }
    Interrupt* interrupt = nullptr;
  } memory;
  Interrupt interrupt;
  memory.interrupt = &interrupt;
  FederationPlan plan = leaving_plan("retrain");
  plan.evaluate_every = 1;
  plan.clients = 2000;
  const auto outcome = run_federations({&plan, 1}, 1, memory, interrupt);
  CHECK(outcome.interrupted);
  const RunResult& result = memory.results.at(0);
  REQUIRE(result.unlearned.size() == 1);
  CHECK_FALSE(result.unlearned[0].complete);
  CHECK_FALSE(result.complete);
}

TEST_CASE("unlearned clients send the study their clicks, if asked to") {
  FederationPlan plan = leaving_plan("fine-tune");
  CHECK(run(plan, 2).results.at(0).unlearned.at(0).clicked.at(0).empty());
  plan.unlearning.evidence = true;
  const auto clicked = run(plan, 2).results.at(0).unlearned.at(0).clicked.at(0);
  CHECK_FALSE(clicked.empty());
  CHECK(clicked.back() < plan.simulation->data->documents());
}

TEST_CASE("removals that leave too few clients are refused") {
  FederationPlan plan = leaving_plan("fine-tune", {{kRounds, {0, 1, 2}}});
  plan.absent = {3, 4, 5};
  CHECK_THROWS_WITH_AS(begin_run(plan),
                       doctest::Contains("1 client(s) that have data"),
                       std::invalid_argument);
}

TEST_CASE("a budget spent on the first training leaves the model as it was") {
  FederationPlan plan = leaving_plan("federaser");
  plan.privacy.guarantee = gaussian_guarantee(2);
  plan.privacy.budget = plan.privacy.after(kRounds).best();
  const RunResult result = run(plan, 2).results.at(0);
  CHECK(result.budget_spent);
  CHECK(result.model == result.unlearned.at(0).before);
  CHECK_FALSE(result.model == plan.initial);
  CHECK(result.unlearned[0].left);
  CHECK_FALSE(result.unlearned[0].complete);
}

TEST_CASE("each client's account of privacy is that of its releases") {
  for (const std::string method : {"fedremove", "pga"}) {
    FederationPlan plan = leaving_plan(method);
    plan.privacy.guarantee = gaussian_guarantee(2);
    plan.absent = {4};
    const RunResult result = run(plan, 2).results.at(0);
    const std::uint32_t tuned = method == "pga" ? 3 : 0;
    const auto after = [&](std::uint32_t rounds) {
      return plan.privacy.after(rounds).best();
    };
    CHECK(result.clients.at(0).epsilon == after(kRounds + tuned));
    CHECK(result.clients.at(2).epsilon ==
          after(kRounds + (method == "pga" ? 1 : 0)));
    CHECK(result.clients.at(4).client == 5);  // client 4 was never asked
  }
}

TEST_CASE("clicks are marked by document of the training data") {
  FederationPlan plan = leaving_plan("fine-tune");
  plan.unlearning.evidence = true;
  plan.materialize = [](FederationPlan& materialized) {
    SplitInput input;
    input.train = input.evaluation = materialized.simulation->data;
    input.clients = materialized.clients;
    input.grades = 3;
    input.seed = materialized.seed;
    input.options.parameters = {{"labels-per-client", std::uint64_t{1}}};
    Split split;
    find(splits(), "label-distribution").make(input, split);
    materialized.population =
        Population(split, materialized.clients, materialized.simulation,
                   materialized.interactions);
  };
  const auto clicked = run(plan, 2).results.at(0).unlearned.at(0).clicked.at(0);
  REQUIRE_FALSE(clicked.empty());
  // A client holds documents of one label, so it can't have clicked others.
  const auto labels = plan.simulation->data->labels();
  for (const std::uint32_t document : clicked)
    CHECK(labels[document] == labels[clicked[0]]);
}

TEST_CASE("a repeated message costs no privacy, a new lesson does") {
  for (const std::string& method : method_names()) {
    CAPTURE(method);
    const FederationPlan plan = leaving_plan(method);
    const RunResult result = run(plan, 2).results.at(0);
    const std::uint64_t more = method == "retrain"     ? kRounds
                               : method == "fedremove" ? 0
                                                       : 3;
    CHECK(result.max_rounds == kRounds + more);
  }
}

}  // namespace fedltr::unlearning_test
