// The server's proxy of a cohort at a node, message by message.
#include "actors/nodes/remote_cohort.hpp"

#include <doctest/doctest.h>

#include "tests/support/det_fixture.hpp"
#include "tests/support/small_federation.hpp"

namespace fedltr::remote_cohort_test {
namespace {

/// 10 clients: a single cohort.
const FederationPlan& plan() {
  static const FederationPlan made = test::small_plan(10, 5);
  return made;
}

/// The state of a new cohort.
std::string fresh_state() {
  return write_cohort_memory({});
}

TrainCohort order(std::uint32_t round) {
  return {round, Parameters(Vector::Ones(6)), training_spec(round), {0}, false};
}

CohortUpdate update(std::uint32_t round) {
  CohortUpdate update;
  update.round = round;
  update.sum.weighted = Vector::Zero(6);
  return update;
}

/// Stands in for roster and server.
struct Log {
  std::vector<Submit> orders;
  std::vector<std::string> evicted;
  std::vector<CohortUpdate> updates;
  std::vector<CohortSnapshot> snapshots;
  std::string failure;
  bool over = false;
};
struct LogState : Log {
  static constexpr const char* name = "log";
};

caf::behavior keep_log(caf::stateful_actor<LogState>* self) {
  return {
      [self](const Submit& order) { self->state.orders.push_back(order); },
      [self](const InvalidAnswer& x) { self->state.evicted.push_back(x.why); },
      [self](const CohortOver&) { self->state.over = true; },
      [self](const CohortUpdate& x) { self->state.updates.push_back(x); },
      [self](const CohortSnapshot& x) { self->state.snapshots.push_back(x); },
      [self](const ClientFailed& x) { self->state.failure = x.what; }};
}

struct RemoteFixture : test::DetFixture {
  caf::actor others = sys.spawn(keep_log);
  caf::actor remote =
      sys.spawn(remote_cohort, std::make_shared<const FederationPlan>(plan()),
                std::vector<std::uint32_t>(10, 3), 0U, others);

  RemoteFixture() { run(); }
  ~RemoteFixture() {
    caf::anon_send_exit(remote, caf::exit_reason::user_shutdown);
    run();
    caf::anon_send_exit(others, caf::exit_reason::user_shutdown);
  }
  Log& log() { return state<LogState>(others); }
  template <class Message>
  void send(const Message& message) {
    caf::send_as(others, remote, message);
    run();
  }
  void answer(const CohortOutcome& outcome, const std::string& state) {
    send(Answered{
        5, "alice",
        std::make_shared<wire::Answer>(wire::Answer{0, 0, 1, outcome, state})});
  }
};

}  // namespace

TEST_CASE_FIXTURE(RemoteFixture, "orders are carried out one at a time") {
  send(order(1));
  send(order(2));
  CHECK(log().orders.size() == 1);
  CHECK(log().orders[0].state->empty());
  answer(update(1), fresh_state());
  CHECK(log().updates.size() == 1);
  REQUIRE(log().orders.size() == 2);
  CHECK(std::get<TrainCohort>(*log().orders[1].task).round == 2);
  CHECK(*log().orders[1].state == fresh_state());
}

TEST_CASE_FIXTURE(RemoteFixture,
                  "an invalid answer evicts its node and is asked for again") {
  send(order(1));
  answer(update(2), fresh_state());
  CHECK(log().evicted ==
        std::vector<std::string>{"unexpected CohortUpdate: cohort 0, round 2, "
                                 "expected 1"});
  answer(update(1), "nonsense");
  CHECK(log().evicted.size() == 2);
  CHECK(log().updates.empty());
  CHECK(log().orders.size() == 3);
  answer(update(1), fresh_state());
  CHECK(log().updates.size() == 1);
}

TEST_CASE_FIXTURE(RemoteFixture, "an answer to nothing is dropped") {
  answer(update(1), fresh_state());
  CHECK(log().updates.empty());
  CHECK(log().evicted.empty());
}

TEST_CASE_FIXTURE(RemoteFixture, "an exception of a node carries its name") {
  send(order(1));
  answer(ClientFailed{0, "broken\n"}, "");
  CHECK(log().failure == "at node alice: broken?");
}

TEST_CASE_FIXTURE(RemoteFixture,
                  "a snapshot is of after the round, or of the one before") {
  send(Restore{"from a checkpoint"});
  send(order(1));
  answer(update(1), fresh_state());
  send(SnapshotRequest{1});
  send(SnapshotRequest{0});
  REQUIRE(log().snapshots.size() == 2);
  CHECK(log().snapshots[0].bytes == fresh_state());
  CHECK(log().snapshots[1].bytes == "from a checkpoint");
}

TEST_CASE_FIXTURE(RemoteFixture, "the roster learns when its run is over") {
  caf::anon_send_exit(remote, caf::exit_reason::user_shutdown);
  run();
  CHECK(log().over);
}

}  // namespace fedltr::remote_cohort_test
