#include "actors/plan.hpp"

#include <doctest/doctest.h>

#include "algorithms/core/archive.hpp"
#include "tests/support/small_federation.hpp"

namespace fedltr::plan_test {
namespace {

/// A plan whose clients 2 and 5 leave after round 2, and 3 after round 4.
FederationPlan leaving(const char* method) {
  FederationPlan plan = test::small_plan(8, 6);
  plan.unlearning.requests = {{2, {2, 5}}, {4, {3}}};
  plan.unlearning.method = find(unlearning_methods(), method).make;
  plan.unlearning.options.interval = 2;
  return plan;
}

}  // namespace

TEST_CASE("a run begins with what its plan makes, and without the maker") {
  FederationPlan plan = test::small_plan(5, 3);
  const auto simulation = plan.simulation;
  plan.simulation = nullptr;
  int made = 0;
  plan.materialize = [&](FederationPlan& empty) {
    ++made;
    empty.simulation = simulation;
  };
  const MaterializedPlan run = begin_run(plan);
  CHECK(made == 1);
  CHECK(run.plan->simulation == simulation);
  CHECK_FALSE(run.plan->materialize);
  // The clients' data is apart from the plan, which all actors share.
  CHECK(run.plan->population.size() == 0);
  CHECK(run.population[4].interactions == 3);
  CHECK(plan.simulation == nullptr);
}

TEST_CASE("absent clients search nothing") {
  FederationPlan plan = test::small_plan(5, 3);
  plan.absent = {1, 4};
  const MaterializedPlan run = begin_run(plan);
  for (const std::uint32_t id : {0U, 2U, 3U})
    CHECK(run.population[id].interactions == 3);
  for (const std::uint32_t id : {1U, 4U})
    CHECK(run.population[id].interactions == 0);
}

TEST_CASE("two clients with data stay when others are unlearned") {
  FederationPlan plan = test::small_plan(5, 3);
  plan.unlearning.method = find(unlearning_methods(), "retrain").make;
  plan.unlearning.requests = {{1, {0}}, {2, {1, 2}}};
  CHECK_NOTHROW(begin_run(plan));
  plan.absent = {4};
  CHECK_THROWS_WITH_AS(begin_run(plan),
                       "the unlearned clients leave 1 client(s) that have data "
                       "to learn from; 2 are needed",
                       std::invalid_argument);
  plan.unlearning.requests.clear();
  CHECK_NOTHROW(begin_run(plan));
}

TEST_CASE("a code of masked words holds the sum of all weights") {
  FederationPlan plan = test::small_plan(4, 3);
  plan.secure.emplace();
  const auto digits = [&] {
    const MaterializedPlan run = begin_run(plan);
    return run.plan->secure->code.decode(
        std::vector<std::uint64_t>{std::uint64_t{1}})(0);
  };
  // A word is the same number of steps of a larger number if weights are
  // larger.
  const double step = digits();
  CHECK(step > 0);
  plan.interactions = 3 << 14;
  CHECK(digits() == step * 32);
  plan.weighting = Weighting::kUniform;
  CHECK(digits() == step);
  plan.secure->limit = 1e300;
  CHECK_THROWS_AS(begin_run(plan), std::invalid_argument);
}

TEST_CASE("only simulated clients share their key agreements") {
  FederationPlan plan = test::small_plan(4, 3);
  plan.secure.emplace();
  CHECK(begin_run(plan).plan->secure->agreed);
  plan.secure->system = [] { return std::uint64_t{1}; };
  CHECK_FALSE(begin_run(plan).plan->secure->agreed);
}

TEST_CASE("rounds of unlearning count, by request and method") {
  CHECK(count_rounds(test::small_plan(8, 6)) == 6);
  // Each request repeats the rounds before it.
  CHECK(count_rounds(leaving("retrain")) == 6 + 2 + 4);
  // And here those that are stored, every second round.
  CHECK(count_rounds(leaving("federaser")) < count_rounds(leaving("retrain")));
  FederationPlan none = leaving("retrain");
  none.unlearning.requests.clear();
  CHECK(count_rounds(none) == 6);
}

TEST_CASE("clients that leave are those of any request") {
  const UnlearningPlan unlearning = leaving("retrain").unlearning;
  for (const std::uint32_t id : {2U, 3U, 5U}) CHECK(unlearning.leaves(id));
  for (const std::uint32_t id : {0U, 1U, 4U, 6U})
    CHECK_FALSE(unlearning.leaves(id));
}

TEST_CASE("updates are stored at intervals of rounds of training") {
  UnlearningPlan unlearning = leaving("federaser").unlearning;
  CHECK(unlearning.stores(training_spec(1)));
  CHECK_FALSE(unlearning.stores(training_spec(2)));
  CHECK(unlearning.stores(training_spec(3)));
  unlearning.requests.clear();
  CHECK_FALSE(unlearning.stores(training_spec(1)));
  CHECK_FALSE(leaving("retrain").unlearning.stores(training_spec(1)));
}

TEST_CASE("cohorts are full but the last, and personal layers stay") {
  FederationPlan plan = test::small_plan(1, 1);
  CHECK(plan.cohorts() == 1);
  plan.clients = kCohortSize;
  CHECK(plan.cohorts() == 1);
  plan.clients = kCohortSize + 1;
  CHECK(plan.cohorts() == 2);
  CHECK_FALSE(plan.clients_keep());
  plan.personal = 2;
  CHECK(plan.shared_parameters() == 4);
  CHECK(plan.clients_keep());
  CHECK(plan.noise_seed() == plan.seed);
  plan.own_noise = 9;
  CHECK(plan.noise_seed() == 9);
}

TEST_CASE("totals of secure aggregation add up, but the largest round") {
  SecureTotals sum = {1, 2, 3, 4, 5, 6};
  sum.add({10, 20, 30, 40, 50, 3});
  CHECK(sum.recovered == 11);
  CHECK(sum.lost == 22);
  CHECK(sum.bytes_up == 33);
  CHECK(sum.bytes_down == 44);
  CHECK(sum.clients == 55);
  CHECK(sum.largest == 6);
  sum.add({0, 0, 0, 0, 0, 7});
  CHECK(sum.largest == 7);
}

TEST_CASE("a result reads back with all its bits") {
  RunResult result;
  RoundRecord record;
  record.round = 3;
  record.metrics = {0.25, std::nan("")};
  record.faults.dropouts = 2;
  record.secure.largest = 9;
  record.rejected = {4, 5};
  result.rounds = {record};
  result.model = Vector::LinSpaced(3, -1, 1);
  result.per_query = Matrix::Constant(2, 1, 0.5);
  ClientRecord client;
  client.personal = Vector::Ones(2);
  client.honest = {7, 2};
  client.selection = 1.5;
  result.clients = {client, {}};
  UnlearningRecord unlearned;
  unlearned.clients = {1};
  unlearned.clicked = {{3, 4}, {}};
  result.unlearned = {unlearned};
  result.complete = true;
  result.max_rounds = 12;
  auto copy = unarchived<RunResult>(archived(result));
  CHECK(archived(copy) == archived(result));
  CHECK(copy.rounds[0].rejected == record.rejected);
  CHECK(std::isnan(copy.rounds[0].metrics[1]));
  CHECK(copy.clients[0].honest.rejected == 2);
  CHECK(copy.unlearned[0].clicked == unlearned.clicked);
  CHECK(copy.final());
  CHECK_FALSE(RunResult().final());
}

}  // namespace fedltr::plan_test
