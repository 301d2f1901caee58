// Requests for metrics and statistics, and their answers.
#include "actors/protocol/evaluation_messages.hpp"

#include "algorithms/core/archive.hpp"
#include "tests/support/conversation.hpp"

namespace fedltr::evaluation_test {
using test::Conversation;

TEST_CASE_FIXTURE(Conversation, "a client scores a model with its own part") {
  const FederationPlan plan = test::fedper_plan(3, 2);
  with_client(plan, 2);
  const Parameters model = test::shared_part(plan);
  tell(EvaluateOwn{4, 4, model});
  const auto scored = answer<ClientEvaluated>();
  CHECK(scored.round == 4);
  CHECK(scored.client == 2);
  // It has trained in no round: its part still has its initial values.
  const auto means = plan.evaluation->means(plan.initial);
  REQUIRE(scored.means.size() == 1);
  CHECK(scored.means.view()(0) == means[0]);
}

TEST_CASE_FIXTURE(Conversation, "a cohort sums what its clients' means are") {
  const FederationPlan plan = test::fedper_plan(3, 2);
  with_cohort(plan);
  tell(EvaluateOwn{4, 4, test::shared_part(plan)});
  const auto sums = answer<CohortEvaluated>();
  CHECK(sums.round == 4);
  CHECK(sums.cohort == 0);
  CHECK(sums.counts.view()(0) == 3);
  CHECK(sums.sums.view()(0) ==
        doctest::Approx(3 * plan.evaluation->means(plan.initial)[0]));
  // A client's answer that was not requested is ignored.
  tell(ClientEvaluated{4, 1, Parameters(Vector::Ones(1))});
  CHECK(heard<CohortEvaluated>().empty());
}

TEST_CASE_FIXTURE(Conversation, "statistics are of clients that were asked") {
  const FederationPlan plan = test::small_plan(3, 2);
  with_cohort(plan);
  tell(TrainCohort{1, Parameters(plan.initial), training_spec(1), {0, 2}});
  CHECK(answer<CohortUpdate>().sum.clients == 2);
  tell(StatsRequest{1, Parameters(plan.initial)});
  const auto stats = answer<CohortStats>();
  REQUIRE(stats.clients.size() == 2);
  CHECK(stats.clients[0].interactions == 3);
  CHECK(stats.clients[0].rounds == 1);
  CHECK(stats.clients[1].client == 2);
  CHECK(stats.own.empty());
  CHECK(stats.personal.empty());
}

TEST_CASE_FIXTURE(Conversation, "under FedPer statistics have every part") {
  FederationPlan plan = test::fedper_plan(3, 2);
  plan.report_local_metrics = true;
  with_cohort(plan);
  const Parameters model = test::shared_part(plan);
  tell(StatsRequest{0, model});
  const auto stats = answer<CohortStats>();
  CHECK(stats.clients.size() == 3);
  REQUIRE(stats.personal.size() == 3);
  for (const Parameters& part : stats.personal)
    CHECK(part.view() == plan.initial.tail(3));
  CHECK(stats.own.size() == 3);
}

TEST_CASE_FIXTURE(Conversation, "a client reports its part as of that round") {
  const FederationPlan plan = test::fedper_plan(3, 3);
  with_client(plan, 1);
  const Parameters model = test::shared_part(plan);
  tell(Train{1, model, training_spec(1)});
  tell(StatsRequest{1, model});
  const auto after = answer<Personal>();
  CHECK(after.client == 1);
  REQUIRE(after.values.size() == 3);
  CHECK_FALSE(Vector(after.values.view()) == plan.initial.tail(3));
  // If the round was discarded, none of it remains.
  tell(StatsRequest{0, model});
  CHECK(answer<Personal>().values.view() == plan.initial.tail(3));
  CHECK(heard<Update>().size() == 1);
}

}  // namespace fedltr::evaluation_test
