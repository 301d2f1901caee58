// Requests between two rounds and their answers, and crashes of clients.
#include "actors/protocol/checkpoint_messages.hpp"

#include "algorithms/core/archive.hpp"
#include "tests/support/conversation.hpp"

namespace fedltr::checkpoint_test {
using test::Conversation;

namespace {

/// A round of all clients.
TrainCohort round_of(std::uint32_t round, const Parameters& model) {
  return {round, model, training_spec(round), {}};
}

}  // namespace

TEST_CASE_FIXTURE(Conversation, "a client that keeps nothing is not asked") {
  with_cohort(test::small_plan(3, 2));
  tell(SnapshotRequest{0});
  const auto snapshot = answer<CohortSnapshot>();
  CHECK(snapshot.round == 0);
  CHECK(snapshot.cohort == 0);
  CHECK_FALSE(snapshot.bytes.empty());
}

TEST_CASE_FIXTURE(Conversation, "a snapshot is of after a round, no later") {
  const FederationPlan plan = test::fedper_plan(3, 4);
  const Parameters model = test::shared_part(plan);
  with_client(plan, 1);
  tell(SnapshotRequest{0});
  const auto before = answer<ClientSnapshot>();
  CHECK(before.client == 1);
  tell(Train{1, model, training_spec(1)});
  tell(SnapshotRequest{1});
  const auto after = answer<ClientSnapshot>();
  CHECK(after.round == 1);
  CHECK(after.bytes != before.bytes);
  // The server may discard round 2.
  tell(Train{2, model, training_spec(2)});
  tell(SnapshotRequest{1});
  CHECK(answer<ClientSnapshot>().bytes == after.bytes);
  tell(SnapshotRequest{2});
  CHECK(answer<ClientSnapshot>().bytes != after.bytes);
}

TEST_CASE_FIXTURE(Conversation,
                  "a restored client continues as the other would") {
  const FederationPlan plan = test::fedper_plan(3, 4);
  const Parameters model = test::shared_part(plan);
  with_client(plan, 1);
  tell(Train{1, model, training_spec(1)});
  tell(SnapshotRequest{1});
  const std::string bytes = answer<ClientSnapshot>().bytes;
  tell(Train{2, model, training_spec(2)});
  const auto updates = heard<Update>();
  REQUIRE(updates.size() == 2);
  caf::anon_send_exit(other, caf::exit_reason::user_shutdown);
  with_client(plan, 1);
  tell(Restore{bytes});
  tell(Train{2, model, training_spec(2)});
  CHECK(answer<Update>().message.view() == updates[1].message.view());
  CHECK(heard<ClientFailed>().empty());
}

TEST_CASE_FIXTURE(Conversation, "a snapshot that is damaged fails the client") {
  const FederationPlan plan = test::fedper_plan(3, 4);
  with_client(plan, 1);
  for (const std::string& bytes :
       {std::string("nonsense"), std::string(), std::string(1000, '\xff')}) {
    tell(Restore{bytes});
    CHECK(answer<ClientFailed>().client == 1);
  }
}

TEST_CASE_FIXTURE(Conversation, "a restored cohort has its statistics again") {
  const FederationPlan plan = test::fedper_plan(3, 4);
  const Parameters model = test::shared_part(plan);
  with_cohort(plan);
  tell(round_of(1, model));
  tell(SnapshotRequest{1});
  const std::string bytes = answer<CohortSnapshot>().bytes;
  tell(round_of(2, model));
  const auto updates = heard<CohortUpdate>();
  REQUIRE(updates.size() == 2);
  tell(StatsRequest{2, model});
  const auto expected = answer<CohortStats>();
  caf::anon_send_exit(other, caf::exit_reason::user_shutdown);
  with_cohort(plan);
  tell(Restore{bytes});
  tell(round_of(2, model));
  CHECK(answer<CohortUpdate>().sum.weighted == updates[1].sum.weighted);
  tell(StatsRequest{2, model});
  auto stats = answer<CohortStats>();
  auto same = expected;
  CHECK(archived(stats) == archived(same));
}

TEST_CASE_FIXTURE(Conversation, "a cohort's damaged snapshot is reported") {
  with_cohort(test::small_plan(3, 4));
  tell(Restore{""});  // its initial state
  CHECK(heard<ClientFailed>().empty());
  tell(Restore{"nonsense"});
  const auto failed = answer<ClientFailed>();
  CHECK(failed.client == 0);
  CHECK(failed.what.find("the checkpoint can't be read: ") == 0);
}

TEST_CASE_FIXTURE(Conversation, "on its disk a client has the round before") {
  const FederationPlan plan = test::fedper_plan(3, 4);
  const Parameters model = test::shared_part(plan);
  with_client(plan, 2);
  tell(Train{1, model, training_spec(1)});
  tell(SnapshotRequest{1});
  const std::string kept = answer<ClientSnapshot>().bytes;
  tell(Train{2, model, training_spec(2)});
  tell(Crash{2});
  const auto disk = answer<PersistedState>();
  CHECK(disk.client == 2);
  CHECK(disk.bytes == kept);
  // Then it ends, without a message.
  CHECK(heard<Update>().size() == 2);
  tell(Terminate{});
  tell(SnapshotRequest{2});
  CHECK(heard<ClientSnapshot>().empty());
}

}  // namespace fedltr::checkpoint_test
