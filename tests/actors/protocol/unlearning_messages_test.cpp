// Requests to leave, and the last answers of clients.
#include "actors/protocol/unlearning_messages.hpp"

#include "tests/support/conversation.hpp"

namespace fedltr::unlearning_test {
using test::Conversation;

namespace {

/// Client 2 leaves after round 2, and its clicks are evidence.
FederationPlan leaving_plan() {
  FederationPlan plan = test::small_plan(4, 4);
  plan.unlearning.requests = {{2, {2}}};
  plan.unlearning.method = find(unlearning_methods(), "federaser").make;
  plan.unlearning.options.interval = 1;
  plan.unlearning.evidence = true;
  return plan;
}

}  // namespace

TEST_CASE_FIXTURE(Conversation, "a client's last message has its clicks") {
  const FederationPlan plan = leaving_plan();
  with_client(plan, 2);
  tell(Train{1, Parameters(plan.initial), training_spec(1)});
  CHECK(answer<Update>().local.client == 2);
  tell(Leave{});
  const auto removed = answer<ClientRemoved>();
  CHECK(removed.client == 2);
  CHECK(std::ranges::is_sorted(removed.clicked));
  for (const std::uint32_t document : removed.clicked)
    CHECK(document < plan.simulation->data->documents());
  tell(Train{2, Parameters(plan.initial), training_spec(2)});
  CHECK(heard<Update>().empty());  // client 2 has left
}

TEST_CASE_FIXTURE(Conversation,
                  "a cohort confirms once all that leave have ended") {
  FederationPlan plan = leaving_plan();
  plan.unlearning.requests = {{2, {0, 2}}};
  with_cohort(plan);
  const Parameters model(plan.initial);
  tell(TrainCohort{1, model, training_spec(1), {}});
  CHECK(answer<CohortUpdate>().sum.clients == 4);
  tell(LeaveCohort{{0, 2}});
  const auto left = answer<CohortLeft>();
  CHECK(left.cohort == 0);
  REQUIRE(left.removed.size() == 2);
  CHECK(left.removed[0].client == 0);
  CHECK(left.removed[1].client == 2);
  const auto& clients = state<CohortState, LeanActor>(other).clients();
  CHECK_FALSE(clients.contains(0));
  CHECK(clients.contains(1));
  CHECK_FALSE(clients.contains(2));
  // The others continue, and no message reports a lost client.
  tell(TrainCohort{2, model, training_spec(2), {1, 3}});
  CHECK(answer<CohortUpdate>().sum.clients == 2);
  CHECK(heard<ClientFailed>().empty());
}

TEST_CASE_FIXTURE(Conversation, "a client that was never asked can leave") {
  with_cohort(leaving_plan());
  const auto& clients = state<CohortState, LeanActor>(other).clients();
  CHECK(clients.empty());
  const Parameters model(leaving_plan().initial);
  tell(TrainCohort{1, model, training_spec(1), {1, 3}});
  CHECK(answer<CohortUpdate>().sum.clients == 2);
  CHECK(clients.size() == 2);
  tell(LeaveCohort{{2}});
  const auto left = answer<CohortLeft>();
  REQUIRE(left.removed.size() == 1);
  CHECK(left.removed[0].client == 2);
  CHECK(left.removed[0].clicked.empty());
  CHECK(clients.size() == 2);
  CHECK(heard<ClientFailed>().empty());
}

TEST_CASE_FIXTURE(Conversation,
                  "a request without clients is answered as well") {
  with_cohort(leaving_plan());
  tell(LeaveCohort{{}});
  CHECK(answer<CohortLeft>().removed.empty());
}

}  // namespace fedltr::unlearning_test
