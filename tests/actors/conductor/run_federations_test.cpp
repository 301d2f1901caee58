#include "actors/conductor/run_federations.hpp"

#include <algorithm>
#include <cmath>
#include <functional>

#include <doctest/doctest.h>

#include "actors/client/client.hpp"
#include "tests/support/client_training.hpp"

namespace fedltr::run_federations_test {
using test::Memory;

namespace {

Memory run(std::vector<FederationPlan> plans, std::size_t threads) {
  for (std::uint32_t i = 0; i < plans.size(); ++i) plans[i].run = i;
  Memory memory;
  Interrupt interrupt;
  const auto outcome = run_federations(plans, threads, memory, interrupt);
  CHECK(outcome.failure.empty());
  CHECK_FALSE(outcome.interrupted);
  return memory;
}

/// The same federation as a plain loop, without actors.
Vector plain_loop(const FederationPlan& plan) {
  const MaterializedPlan begun = begin_run(plan);
  Vector model = plan.initial;
  for (std::uint32_t round = 1; round <= plan.rounds; ++round) {
    PartialSum total;
    for (std::uint32_t first = 0; first < plan.clients; first += kCohortSize) {
      PartialSum sum{Vector::Zero(model.size())};
      for (std::uint32_t id = first;
           id < std::min(first + kCohortSize, plan.clients); ++id) {
        const Update update =
            test::train(begun, id, test::train_order(round, model));
        sum.weighted += double(plan.interactions) * update.message.view();
        sum.weight += plan.interactions;
      }
      total.add(sum);
    }
    model = federated_average(total);
  }
  return model;
}

}  // namespace

TEST_CASE("a federation learns what a plain loop learns, bit for bit") {
  for (const std::uint32_t clients : {1U, 7U, 600U}) {
    const FederationPlan plan = test::small_plan(clients, 5);
    const Memory memory = run({plan}, 2);
    CHECK(memory.results.at(0).model == plain_loop(plan));
    CHECK(memory.results.at(0).complete);
  }
}

TEST_CASE("a round of fewer updates than shares of noise is not used") {
  FederationPlan plan = test::small_plan(10, 4);
  // Client 0 sends an invalid update, which is rejected.
  plan.privacy.release = [](Eigen::Ref<Vector> message, const VectorView&,
                            Rng& rng) {
    if (rng() == Rng(1, Purpose::kPrivacy, 0, 2)()) message.setConstant(NAN);
  };
  const Vector all = run({plan}, 1).results.at(0).model;
  plan.privacy.min_updates = 9;
  CHECK(run({plan}, 1).results.at(0).model == all);
  plan.privacy.min_updates = 10;
  const Memory memory = run({plan}, 1);
  CHECK_FALSE(memory.results.at(0).model == all);
  const auto& rounds = memory.rounds.at(0);
  CHECK(rounds.at(2).metrics == rounds.at(1).metrics);
  CHECK(rounds.at(2).refused == 1);
  CHECK_FALSE(rounds.at(3).metrics == rounds.at(2).metrics);
}

TEST_CASE("a client is charged for the rounds it took part in") {
  FederationPlan plan = test::small_plan(20, 9);
  plan.participation = 0.4;
  plan.privacy.guarantee = gaussian_guarantee(2);
  const Memory memory = run({plan}, 2);
  std::uint64_t most = 0;
  for (const ClientRecord& client : memory.results.at(0).clients) {
    const std::uint64_t rounds = client.interactions / plan.interactions;
    CHECK(client.epsilon == plan.privacy.after(rounds).best());
    most = std::max(most, rounds);
  }
  CHECK(most < 9);
  CHECK(memory.rounds.at(0).back().epsilon == plan.privacy.after(most).best());
}

TEST_CASE("clients that are never asked have no account") {
  FederationPlan plan = test::small_plan(2000, 3);
  plan.participation = 0.01;
  for (const bool differ : {false, true}) {
    plan.report_local_metrics = differ;
    const Memory memory = run({plan}, 2);
    const RunResult& result = memory.results.at(0);
    std::uint64_t rounds = 0;
    for (const ClientRecord& client : result.clients)
      rounds += client.interactions / plan.interactions;
    CHECK(rounds == 3 * 20);
    CHECK(std::ranges::is_sorted(result.clients, std::less_equal<>(),
                                 &ClientRecord::client));
    if (differ) {
      CHECK(result.clients.size() == 2000);
      continue;
    }
    CHECK(result.clients.size() <= 60);
    for (const ClientRecord& client : result.clients)
      CHECK(client.interactions > 0);
  }
}

TEST_CASE("records have every round once, in order, with the counters") {
  const FederationPlan plan = test::small_plan(300, 6);
  const Memory memory = run({plan}, 2);
  const auto& records = memory.rounds.at(0);
  REQUIRE(records.size() == 7);
  CHECK(records[0].interactions == 0);
  for (std::uint32_t round = 1; round < 7; ++round) {
    const RoundRecord& record = records[round];
    CHECK(record.round == round);
    CHECK(record.interactions == round * 300 * 3);
    CHECK(record.clients == 300);
    CHECK(record.refused == 0);
    // Six numbers, their count, and round, client, interactions, online.
    CHECK(record.bytes_up >= round * 300 * (6 * 8 + 4 + 4 + 4 + 4 + 8 + 8));
    CHECK(record.online > 0);
    CHECK(record.online <= 1);
  }
  CHECK(records[6].metrics[0] > records[0].metrics[0]);
  const auto& clients = memory.results.at(0).clients;
  REQUIRE(clients.size() == 300);
  CHECK(clients[299].interactions == 6 * 3);
}

TEST_CASE("evaluation happens every n rounds, and at the last one") {
  FederationPlan plan = test::small_plan(3, 7);
  plan.evaluate_every = 3;
  std::vector<std::uint32_t> rounds;
  const Memory memory = run({plan}, 2);
  for (const auto& record : memory.rounds.at(0)) rounds.push_back(record.round);
  CHECK(rounds == std::vector<std::uint32_t>{0, 3, 6, 7});
}

TEST_CASE("participation asks a share of the clients") {
  FederationPlan plan = test::small_plan(600, 4);
  plan.participation = 0.1;
  const Memory memory = run({plan}, 2);
  for (std::uint32_t round = 1; round <= 4; ++round)
    CHECK(memory.rounds.at(0)[round].clients == 60);
  CHECK(memory.rounds.at(0)[4].interactions == 4 * 60 * 3);
}

TEST_CASE("the same bits for 1, 2, 4 and 8 threads, side by side or not") {
  std::vector<FederationPlan> plans = {test::small_plan(700, 4, 1),
                                       test::small_plan(10, 30, 2),
                                       test::small_plan(1, 20, 3)};
  const Memory expected = run(plans, 1);
  for (const std::size_t threads : {2, 4, 8}) {
    const Memory memory = run(plans, threads);
    for (std::uint32_t i = 0; i < plans.size(); ++i) {
      CHECK(memory.results.at(i).model == expected.results.at(i).model);
      REQUIRE(memory.rounds.at(i).size() == expected.rounds.at(i).size());
      for (std::size_t j = 0; j < memory.rounds.at(i).size(); ++j)
        CHECK(test::same_records(memory.rounds.at(i)[j],
                                 expected.rounds.at(i)[j]));
    }
  }
  CHECK(expected.results.at(1).model !=
        run({test::small_plan(10, 30, 5)}, 2).results.at(0).model);
}

TEST_CASE("100 short federations at 8 threads all agree") {
  const FederationPlan plan = test::small_plan(30, 3);
  const std::vector<FederationPlan> plans(100, plan);
  const Memory memory = run(plans, 8);
  REQUIRE(memory.results.size() == 100);
  for (const auto& [run, result] : memory.results)
    CHECK(result.model == memory.results.at(0).model);
}

TEST_CASE("a client that throws fails the run, and all actors end") {
  std::vector<FederationPlan> plans(3, test::small_plan(20, 1000));
  for (std::uint32_t i = 0; i < 3; ++i) plans[i].run = i;
  plans[1].learner = std::make_shared<test::BrokenLearner>();
  Memory memory;
  Interrupt interrupt;
  const auto outcome = run_federations(plans, 2, memory, interrupt);
  CHECK(outcome.failure.find("broken on purpose") != std::string::npos);
}

TEST_CASE("an evaluation that breaks fails the run, and all actors end") {
  FederationPlan plan = test::small_plan(20, 10);
  NamedMetric broken = parse_metric("ndcg@10", {});
  broken.metric = [](Labels, Labels) -> double {
    throw std::logic_error("no metric");
  };
  plan.evaluation = std::make_shared<const Evaluation>(
      plan.simulation->data,
      EvaluationConfig{plan.simulation->ranker, {broken}});
  Memory memory;
  Interrupt interrupt;
  const auto outcome = run_federations({&plan, 1}, 2, memory, interrupt);
  CHECK(!outcome.failure.empty());
}

TEST_CASE("an observer that fails fails the run, and all actors end") {
  struct Full : Memory {
    void on_round(std::uint32_t, const RoundRecord& record) override {
      if (record.round == 2) throw std::runtime_error("disk full");
    }
  } full;
  const FederationPlan plan = test::small_plan(20, 1000);
  Interrupt interrupt;
  CHECK(run_federations({&plan, 1}, 2, full, interrupt).failure == "disk full");
}

TEST_CASE("an interrupt ends a long run with what it has") {
  struct Stopper : Memory {
    Interrupt* interrupt = nullptr;
    void on_round(std::uint32_t run, const RoundRecord& record) override {
      Memory::on_round(run, record);
      if (record.round == 5) interrupt->trigger();
    }
  } stopper;
  Interrupt interrupt;
  stopper.interrupt = &interrupt;
  const FederationPlan plan = test::small_plan(300, 1000000);
  const auto outcome = run_federations({&plan, 1}, 2, stopper, interrupt);
  CHECK(outcome.interrupted);
  CHECK(outcome.failure.empty());
  REQUIRE(stopper.results.size() == 1);
  CHECK_FALSE(stopper.results.at(0).complete);
  // Its model is that of a run with this number of rounds.
  FederationPlan shorter = plan;
  shorter.rounds = stopper.rounds.at(0).back().round;
  CHECK(shorter.rounds >= 5);
  CHECK(stopper.results.at(0).model == plain_loop(shorter));
}

TEST_CASE("an interrupt before the start runs nothing") {
  Memory memory;
  Interrupt interrupt;
  interrupt.trigger();
  const FederationPlan plan = test::small_plan(3, 3);
  const auto outcome = run_federations({&plan, 1}, 2, memory, interrupt);
  CHECK(outcome.interrupted);
  CHECK(memory.rounds.empty());
  CHECK(memory.results.empty());
}

TEST_CASE("a round whose every update is invalid fails the run") {
  FederationPlan plan = test::small_plan(3, 3);
  LearnerOptions options;
  options.parameters = {{"rate", 1e308}};
  plan.learner =
      find(learners(), "pdgd").make(options, plan.simulation->ranker);
  Memory memory;
  Interrupt interrupt;
  const std::string failure =
      run_federations({&plan, 1}, 2, memory, interrupt).failure;
  CHECK(failure.starts_with("test: every update of round "));
  CHECK(failure.ends_with(" is invalid"));
}

TEST_CASE("FOLtR-ES gives the same bits on any number of threads") {
  FederationPlan plan = test::small_plan(300, 5);
  plan.interactions = 4;
  plan.learner = find(learners(), "es").make({}, plan.simulation->ranker);
  plan.optimizer = [] { return find(server_optimizers(), "adam").make(0.01); };
  const Memory expected = run({plan}, 1);
  for (const std::size_t threads : {2, 8})
    CHECK(run({plan}, threads).results.at(0).model ==
          expected.results.at(0).model);
  // A seed and two rewards travel, not the model.
  CHECK(expected.rounds.at(0).back().bytes_up < 5 * 300 * 80);
}

}  // namespace fedltr::run_federations_test
