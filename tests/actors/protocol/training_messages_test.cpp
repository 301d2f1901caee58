// The conversation of a round, stepped through without threads.
#include <limits>

#include <doctest/doctest.h>

#include "actors/client/client.hpp"
#include "actors/cohort/cohort.hpp"
#include "actors/runtime/recorder.hpp"
#include "actors/server/server.hpp"
#include "tests/support/client_training.hpp"
#include "tests/support/det_fixture.hpp"

namespace fedltr::training_test {
using test::DetFixture;

namespace {

/// Stands in for recorder and conductor.
struct SinkState {
  static constexpr const char* name = "sink";
  std::vector<RoundRecord> rounds;
  std::shared_ptr<RunResult> result;
  std::string failure;
  std::vector<CohortUpdate> updates;
};

caf::behavior sink(caf::stateful_actor<SinkState>* self) {
  return {
      [self](const RecordRound& m) { self->state.rounds.push_back(m.record); },
      [self](const RecordResult& m) { self->state.result = m.result; },
      [self](const RunEnded& m) { self->state.failure = m.failure; },
      [self](const ClientFailed& m) { self->state.failure = m.what; },
      [self](const CohortUpdate& m) { self->state.updates.push_back(m); },
      // Orders a cohort as a server would.
      [self](const caf::actor& cohort, const TrainCohort& order) {
        self->send(cohort, order);
      }};
}

/// The only cohort of a run of few clients.
caf::actor spawn_cohort(caf::actor_system& system,
                        const MaterializedPlan& begun) {
  return system.spawn(cohort, begun.plan,
                      begun.population.part(0, begun.plan->clients), nullptr,
                      0U, caf::actor());
}

TrainCohort order_round(std::uint32_t round, const FederationPlan& plan) {
  return {round, Parameters(plan.initial), training_spec(round), {}};
}

}  // namespace

TEST_CASE_FIXTURE(DetFixture, "a train order is answered with an update") {
  const MaterializedPlan begun = begin_run(test::small_plan(3, 1));
  const Train order = test::train_order(1, begun.plan->initial);
  const auto actor =
      sys.spawn(client, begun.plan, 2U, begun.population.at(2), nullptr);
  run();
  self->send(actor, order);
  run();
  self->receive([&](const Update& update) {
    CHECK(update.local.client == 2);
    CHECK(update.local.round == 1);
    CHECK(update.local.interactions == 3);
    CHECK(update.message.view() == test::train(begun, 2, order).message.view());
  });
  self->send_exit(actor, caf::exit_reason::user_shutdown);
}

TEST_CASE("50 random interleavings of a run give the same bits") {
  FederationPlan plan = test::small_plan(600, 3);
  plan.participation = 0.5;
  std::shared_ptr<RunResult> expected;
  for (std::uint64_t seed = 1; seed <= 50; ++seed) {
    DetFixture fixture;
    const auto observer = fixture.sys.spawn(sink);
    const auto handle = fixture.sys.spawn(server, begin_run(plan), observer,
                                          observer, SpawnCohort());
    caf::anon_send(handle, StartRun{});
    fixture.run_shuffled(seed);
    const auto& state = fixture.state<SinkState>(observer);
    REQUIRE(state.failure.empty());
    REQUIRE(state.result);
    REQUIRE(state.rounds.size() == 4);
    if (!expected) expected = state.result;
    CHECK(state.result->model == expected->model);
    for (std::size_t i = 0; i < 4; ++i)
      CHECK(test::same_records(state.rounds[i], expected->rounds[i]));
    caf::anon_send_exit(observer, caf::exit_reason::user_shutdown);
  }
}

TEST_CASE_FIXTURE(DetFixture,
                  "a cohort refuses hostile updates, counts and survives") {
  const MaterializedPlan begun = begin_run(test::small_plan(3, 1));
  const auto observer = sys.spawn(sink);
  const auto actor = spawn_cohort(sys, begun);
  run();
  caf::anon_send(observer, actor, order_round(1, *begun.plan));
  step();  // the observer passes the order on
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const Vector good = Vector::Ones(6);
  // The forged updates arrive before the clients' own.
  step();  // the cohort opens the round
  caf::anon_send(actor,
                 Update{{0, 1, 3, 0.5, 0.5}, Parameters(Vector::Ones(5))});
  caf::anon_send(actor,
                 Update{{1, 1, 3, 0.5, 0.5}, Parameters(Vector{good * nan})});
  caf::anon_send(actor, Update{{2, 7, 3, 0.5, 0.5}, Parameters(good)});
  caf::anon_send(actor, Update{{99, 1, 3, 0.5, 0.5}, Parameters(good)});
  run();
  const auto& state = this->state<SinkState>(observer);
  REQUIRE(state.updates.size() == 1);
  const CohortUpdate& update = state.updates[0];
  // The clients' own updates came after the forged ones, as duplicates.
  CHECK(update.sum.clients == 0);
  CHECK(update.faults.refused == 3);
  CHECK(update.sum.weighted.isZero());
  // A second round succeeds and reports what came late to the first.
  caf::anon_send(observer, actor, order_round(2, *begun.plan));
  run();
  REQUIRE(state.updates.size() == 2);
  CHECK(state.updates[1].sum.clients == 3);
  CHECK(state.updates[1].faults.refused == 4);
  self->send(actor, StatsRequest{2, Parameters(begun.plan->initial)});
  run();
  self->receive([](const CohortStats& stats) {
    CHECK(stats.clients.at(0).refused == 2);
    CHECK(stats.clients.at(0).interactions == 3);
  });
  caf::anon_send_exit(actor, caf::exit_reason::user_shutdown);
  caf::anon_send_exit(observer, caf::exit_reason::user_shutdown);
}

TEST_CASE_FIXTURE(DetFixture, "a broken client is reported, not waited for") {
  FederationPlan plan = test::small_plan(3, 1);
  plan.learner = std::make_shared<test::BrokenLearner>();
  const auto observer = sys.spawn(sink);
  const auto handle =
      sys.spawn(server, begin_run(plan), observer, observer, SpawnCohort());
  caf::anon_send(handle, StartRun{});
  run();
  CHECK(state<SinkState>(observer).failure.find("broken on purpose") !=
        std::string::npos);
  caf::anon_send_exit(observer, caf::exit_reason::user_shutdown);
}

TEST_CASE_FIXTURE(DetFixture,
                  "a client that ends is reported, not waited for") {
  const MaterializedPlan begun = begin_run(test::small_plan(3, 1));
  const auto observer = sys.spawn(sink);
  const auto actor = spawn_cohort(sys, begun);
  caf::anon_send(observer, actor, order_round(1, *begun.plan));
  run();
  CHECK(state<SinkState>(observer).updates.size() == 1);
  caf::anon_send_exit(state<CohortState, LeanActor>(actor).clients().at(1),
                      caf::exit_reason::kill);
  caf::anon_send(observer, actor, order_round(2, *begun.plan));
  run();
  CHECK(state<SinkState>(observer).updates.size() == 1);
  CHECK(state<SinkState>(observer).failure.find("ended") != std::string::npos);
  caf::anon_send_exit(actor, caf::exit_reason::user_shutdown);
  caf::anon_send_exit(observer, caf::exit_reason::user_shutdown);
}

}  // namespace fedltr::training_test
