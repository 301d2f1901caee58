// A server's answers to messages, one at a time.
#include "actors/server/server.hpp"

#include <doctest/doctest.h>

#include "actors/runtime/recorder.hpp"
#include "tests/support/checkpoint_keeper.hpp"
#include "tests/support/det_fixture.hpp"
#include "tests/support/leaving_federation.hpp"

namespace fedltr::server_test {
namespace {

/// A server whose recorder and conductor write down what they get.
struct Watched : test::DetFixture {
  std::vector<RoundRecord> rounds;
  std::shared_ptr<RunResult> result;
  std::vector<std::string> failures;              ///< of RunEnded
  std::shared_ptr<const std::string> checkpoint;  ///< the last one
  caf::actor server_;

  explicit Watched(const FederationPlan& plan) {
    const auto observer = sys.spawn([this]() -> caf::behavior {
      return {[this](const RecordRound& m) { rounds.push_back(m.record); },
              [this](const RecordResult& m) { result = m.result; },
              [this](const RunEnded& m) { failures.push_back(m.failure); },
              [this](const RecordCheckpoint& m) {
                checkpoint = m.bytes;
                return CheckpointKept{};
              }};
    });
    server_ =
        sys.spawn(server, begin_run(plan), observer, observer, SpawnCohort());
  }

  template <class Message>
  void send(Message message) {
    caf::anon_send(server_, std::move(message));
  }
  ServerState& server_state() { return state<ServerState>(server_); }
  /// Steps until this many rounds are recorded, the first model's among them.
  void run_until(std::size_t records) {
    while (rounds.size() < records) REQUIRE(step());
  }
};

}  // namespace

TEST_CASE("a server records each round, then its result, and ends") {
  Watched watched(test::small_plan(5, 3));
  watched.run();
  CHECK(watched.rounds.empty());  // not yet started
  watched.send(StartRun{});
  watched.run();
  REQUIRE(watched.rounds.size() == 4);
  for (std::uint32_t i = 0; i < 4; ++i) CHECK(watched.rounds[i].round == i);
  REQUIRE(watched.result);
  CHECK(watched.result->complete);
  CHECK(watched.result->clients.size() == 5);
  CHECK(watched.failures.empty());
}

TEST_CASE("a run without anything to learn from fails before its first round") {
  FederationPlan plan = test::small_plan(2, 3);
  plan.absent = {0, 1};
  Watched watched(plan);
  watched.send(StartRun{});
  watched.run();
  CHECK(watched.rounds.empty());
  CHECK_FALSE(watched.result);
  REQUIRE(watched.failures.size() == 1);
  test::Memory memory;
  Interrupt interrupt;
  CHECK(run_federations({&plan, 1}, 1, memory, interrupt)
            .failure.find("no client has anything to learn from") !=
        std::string::npos);
}

TEST_CASE("a stop gives up the open round, and keeps those before it") {
  Watched watched(test::small_plan(5, 9));
  watched.send(StartRun{});
  watched.run_until(3);
  watched.send(StopRun{});
  watched.send(StopRun{});  // the second changes nothing
  watched.run();
  REQUIRE(watched.result);
  CHECK_FALSE(watched.result->complete);
  CHECK_FALSE(watched.result->final());
  CHECK(watched.failures.empty());
  const auto last = watched.result->rounds.back().round;
  CHECK(last >= 2);
  CHECK(last < 9);
  // The model is that of a run with this number of rounds.
  Watched whole(test::small_plan(5, last));
  whole.send(StartRun{});
  whole.run();
  REQUIRE(whole.result);
  CHECK(whole.result->model == watched.result->model);
}

TEST_CASE("a stop after the last round keeps the state for more rounds") {
  FederationPlan plan = test::small_plan(5, 3);
  plan.checkpoint.at_end = true;
  Watched whole(plan);
  whole.send(StartRun{});
  whole.run();
  Watched stopped(plan);
  stopped.send(StartRun{});
  stopped.run_until(1);  // now the server has its run
  while (stopped.server_state().run().has_work()) REQUIRE(stopped.step());
  CHECK(stopped.rounds.size() < 4);  // the last one is not yet evaluated
  stopped.send(StopRun{});
  stopped.run();
  REQUIRE(stopped.result);
  CHECK(stopped.result->complete);
  CHECK(stopped.result->state);
  REQUIRE(whole.result);
  CHECK(test::bytes_of(*stopped.result) == test::bytes_of(*whole.result));
}

TEST_CASE("a stop while clients are removed leaves a checkpoint") {
  FederationPlan plan = test::leaving_plan("federaser");
  plan.checkpoint.at_stop = true;
  Watched stopped(plan);
  stopped.send(StartRun{});
  stopped.run_until(1);  // now the server has its run
  while (!stopped.server_state().run().unlearning.is_removing())
    REQUIRE(stopped.step());
  stopped.send(StopRun{});
  stopped.run();
  CHECK(stopped.failures == std::vector<std::string>());
  REQUIRE(stopped.checkpoint);
  REQUIRE(stopped.result);
  CHECK_FALSE(stopped.result->complete);
  const FederationPlan whole_plan = plan;
  plan.resume = stopped.checkpoint;
  Watched rest(plan);
  rest.send(StartRun{});
  rest.run();
  Watched whole(whole_plan);
  whole.send(StartRun{});
  whole.run();
  REQUIRE(rest.result);
  REQUIRE(whole.result);
  CHECK(test::bytes_of(*rest.result) == test::bytes_of(*whole.result));
}

TEST_CASE("a client that fails ends the run with its number and reason") {
  Watched watched(test::small_plan(5, 9));
  watched.send(StartRun{});
  watched.run_until(2);
  watched.send(ClientFailed{3, "no disk"});
  watched.send(ClientFailed{4, "no disk"});
  watched.run();
  CHECK(watched.failures ==
        std::vector<std::string>{"test: client 3 failed: no disk"});
  CHECK_FALSE(watched.result);
}

TEST_CASE("an update without an order fails the run with its values") {
  Watched watched(test::small_plan(5, 9));
  CohortUpdate update;
  update.cohort = 2;
  update.round = 7;
  watched.send(update);
  watched.run();
  REQUIRE(watched.failures.size() == 1);
  CHECK_FALSE(watched.result);
}

TEST_CASE("an abandoned run ends with the reason instead of a result") {
  for (const bool at_once : {false, true}) {
    CAPTURE(at_once);
    Watched watched(test::small_plan(5, 9));
    watched.send(StartRun{});
    watched.run_until(2);
    watched.send(Abandon{"no node is left", at_once});
    watched.run();
    CHECK(watched.failures ==
          std::vector<std::string>{"test: no node is left"});
    CHECK_FALSE(watched.result);
  }
}

TEST_CASE("phases are announced when they change, and at the end") {
  FederationPlan plan = test::small_plan(6, 4);
  plan.unlearning.method = find(unlearning_methods(), "retrain").make;
  plan.unlearning.requests = {{2, {1}}};
  std::vector<Phase> phases;
  plan.on_phase = [&](Phase phase) { phases.push_back(phase); };
  Watched watched(plan);
  watched.send(StartRun{});
  watched.run();
  REQUIRE(watched.result);
  CHECK(watched.result->complete);
  CHECK(phases == std::vector<Phase>{Phase::kTraining, Phase::kUnlearning,
                                     Phase::kTraining, Phase::kNone});
}

}  // namespace fedltr::server_test
