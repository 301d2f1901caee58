// Clients that differ, and parameters that stay with them.
#include <cmath>
#include <set>

#include <doctest/doctest.h>

#include "actors/client/client.hpp"
#include "actors/cohort/cohort.hpp"
#include "actors/server/server.hpp"
#include "tests/support/client_training.hpp"
#include "tests/support/det_fixture.hpp"
#include "tests/support/shuffled_run.hpp"

namespace fedltr::personal_test {
using test::Memory;
using test::run;

namespace {

constexpr Index kHidden = 3;

/// FedPer with a small network on clients that differ in labels and in their
/// numbers of searches.
FederationPlan personal_plan(std::uint32_t clients, std::uint32_t rounds) {
  FederationPlan plan =
      test::neural_plan(test::small_plan(clients, rounds), kHidden);
  plan.personal = kHidden;
  plan.personal_evaluations = {plan.evaluation};
  plan.materialize = [](FederationPlan& materialized) {
    SplitInput input;
    input.train = input.evaluation = materialized.simulation->data;
    input.clients = materialized.clients;
    input.grades = 3;
    input.seed = materialized.seed;
    input.options.parameters = {{"alpha", 0.3}};
    Split split;
    for (const char* kind : {"dirichlet", "quantity"})
      find(splits(), kind).make(input, split);
    materialized.population =
        Population(split, materialized.clients, materialized.simulation,
                   materialized.interactions);
  };
  return plan;
}

}  // namespace

TEST_CASE("FedPer learns what a plain loop learns, bit for bit") {
  const FederationPlan plan = personal_plan(7, 5);
  const Memory memory = run(plan, 2);
  const MaterializedPlan begun = begin_run(plan);
  Vector model = plan.initial.head(plan.shared_parameters());
  std::vector<std::shared_ptr<ClientMemory>> own;
  for (std::uint32_t id = 0; id < 7; ++id)
    own.push_back(
        ClientMemory::of(*begun.plan, id, begun.population[id], nullptr));
  double online = 0;
  for (std::uint32_t round = 1; round <= 5; ++round) {
    Vector sum = Vector::Zero(model.size());
    double weight = 0;
    double round_online = 0;
    int taking_part = 0;
    for (std::uint32_t id = 0; id < 7; ++id) {
      const std::uint32_t searches = begun.population[id].interactions;
      const Update update = test::train(
          begun, id, test::train_order(round, model), own[id].get());
      CHECK(update.local.interactions == searches);
      if (searches == 0) continue;
      sum += double(searches) * update.message.view();
      weight += searches;
      round_online += update.local.online;
      ++taking_part;
    }
    model = sum / weight;
    online = round_online / taking_part;
  }
  const RunResult& result = memory.results.at(0);
  CHECK(result.model == model);
  CHECK(memory.rounds.at(0).back().online == online);
  double sum = 0;
  int taking_part = 0;
  for (std::uint32_t id = 0; id < 7; ++id) {
    CHECK(result.clients[id].personal == own[id]->personal.after(5));
    if (begun.population[id].interactions == 0) continue;
    Vector whole(plan.initial.size());
    whole << model, own[id]->personal.after(5);
    sum += plan.evaluation->means(whole)[0];
    ++taking_part;
  }
  const double mean = sum / taking_part;
  CHECK(memory.rounds.at(0).back().metrics[0] ==
        doctest::Approx(mean).epsilon(1e-12));
  double by_query = 0;
  int counted = 0;
  for (const double value : result.per_query.col(0))
    if (!std::isnan(value)) by_query += value, ++counted;
  CHECK(by_query / counted == doctest::Approx(mean).epsilon(1e-12));
}

TEST_CASE("output layers stay with their clients and never travel") {
  const FederationPlan plan = personal_plan(6, 4);
  const Memory memory = run(plan, 1);
  const RunResult& result = memory.results.at(0);
  CHECK(result.model.size() == plan.initial.size() - kHidden);
  for (std::size_t a = 0; a < 6; ++a)
    for (std::size_t b = 0; b < a; ++b)
      if (result.clients[a].interactions > 0)
        CHECK_FALSE(result.clients[a].personal == result.clients[b].personal);
  FederationPlan plain = plan;
  plain.personal = 0;
  const auto bytes = [](const Memory& of) {
    return of.rounds.at(0).back().bytes_up;
  };
  CHECK(bytes(run(plain, 1)) - bytes(memory) ==
        6 * 4 * kHidden * sizeof(double));
}

TEST_CASE("clients that differ give the same bits on any number of threads") {
  const FederationPlan plan = personal_plan(300, 4);
  const Memory one = run(plan, 1);
  for (const std::size_t threads : {2, 4}) {
    const Memory more = run(plan, threads);
    CHECK(more.results.at(0).model == one.results.at(0).model);
    for (std::size_t i = 0; i < 300; ++i) {
      const auto& a = more.results.at(0).clients[i];
      const auto& b = one.results.at(0).clients[i];
      CHECK(a.personal == b.personal);
      CHECK((a.own == b.own || (std::isnan(a.own) && std::isnan(b.own))));
    }
    for (std::size_t i = 0; i < one.rounds.at(0).size(); ++i)
      CHECK(test::same_records(more.rounds.at(0)[i], one.rounds.at(0)[i]));
  }
}

TEST_CASE("20 random interleavings with FedPer give the same bits") {
  const FederationPlan plan = personal_plan(260, 3);
  Vector expected;
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const auto [result, rounds, steps] = test::run_shuffled(plan, seed);
    REQUIRE(rounds.size() == 4);
    Vector all(result->model.size() + 2);
    all << result->model, rounds.back().metrics[0],
        result->clients[259].personal.sum();
    if (seed == 1) expected = all;
    CHECK(all == expected);
  }
}

TEST_CASE("a round that is given up leaves no trace in what stays") {
  PersonalPart part(Vector::Constant(1, 1.0));
  CHECK(part.begin(1)(0) == 1);
  part.train(1, Vector::Constant(1, 2.0));
  CHECK(part.after(0)(0) == 1);  // round 1 was discarded
  CHECK(part.after(1)(0) == 2);
  CHECK(part.begin(4)(0) == 2);  // it took no part in rounds 2 and 3
  part.train(4, Vector::Constant(1, 3.0));
  CHECK(part.after(3)(0) == 2);
  CHECK(part.after(4)(0) == 3);
}

TEST_CASE("clients with nothing to learn from are left out, however few") {
  FederationPlan plan = test::small_plan(40, 30);
  plan.participation = 0.05;
  plan.materialize = [](FederationPlan& materialized) {
    SplitInput input;
    input.train = input.evaluation = materialized.simulation->data;
    input.clients = materialized.clients;
    input.grades = 3;
    input.options.parameters = {{"alpha", 1e-3}, {"over", "queries"}};
    Split split;
    find(splits(), "dirichlet").make(input, split);
    materialized.population =
        Population(split, materialized.clients, materialized.simulation,
                   materialized.interactions);
  };
  const Memory memory = run(plan, 2);
  CHECK(memory.results.at(0).complete);
  const auto& asked = memory.results.at(0).clients;
  for (const ClientRecord& client : asked) {
    CHECK(client.interactions > 0);
    CHECK(client.bytes_up > 0);
  }
  CHECK(asked.size() < 10);
  plan.materialize = [](FederationPlan& materialized) {
    materialized.population = Population(materialized.simulation, 0);
  };
  Interrupt interrupt;
  Memory nothing;
  CHECK(run_federations({&plan, 1}, 1, nothing, interrupt)
            .failure.find("no client has anything") != std::string::npos);
}

TEST_CASE("an exception in settling a plan ends the run and reaches callers") {
  FederationPlan plan = test::small_plan(3, 1000);
  FederationPlan wrong = plan;
  wrong.run = 1;
  wrong.materialize = [](FederationPlan&) {
    throw std::invalid_argument("no such label");
  };
  Memory memory;
  Interrupt interrupt;
  const std::vector<FederationPlan> plans = {plan, wrong};
  const auto outcome = run_federations(plans, 2, memory, interrupt);
  REQUIRE(outcome.error);
  CHECK_THROWS_AS(std::rethrow_exception(outcome.error), std::invalid_argument);
}

}  // namespace fedltr::personal_test
