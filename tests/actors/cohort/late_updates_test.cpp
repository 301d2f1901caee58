#include "actors/cohort/late_updates.hpp"

#include <doctest/doctest.h>

#include "algorithms/core/archive.hpp"
#include "tests/support/client_training.hpp"

namespace fedltr::late_updates_test {
namespace {

const Parameters kModel{Vector::Constant(6, 1)};

FederationPlan plan_with_delay(std::uint32_t delay) {
  FederationPlan plan = test::small_plan(4, 10);
  FaultOptions faults;
  faults.late = 0.5;
  faults.delay = delay;
  faults.use_late = true;
  faults.staleness = 1;
  plan.faults = FaultSchedule(faults, 1);
  return plan;
}

Update update_of(std::uint32_t client, std::uint32_t round, double value) {
  return {{client, round, 3, 0.5, 0.25},
          Parameters(Vector::Constant(6, value))};
}

Block block_of(const FederationPlan& plan) {
  return {0, {3, 3, 3, 3}, 6, *plan.learner};
}

PartialSum nothing() {
  PartialSum sum;
  sum.weighted = Vector::Zero(6);
  return sum;
}

}  // namespace

TEST_CASE("a late update counts in a later round, for less") {
  const FederationPlan plan = plan_with_delay(1);
  REQUIRE(plan.learner->sends_models());
  LateUpdates late;
  late.keep(update_of(2, 1, 5), training_spec(1), kModel, plan);
  PartialSum sum = nothing();
  const Block block = block_of(plan);
  CHECK(late.add_due(training_spec(1), kModel, plan, block, sum).empty());
  CHECK(sum.clients == 0);
  const Parameters now(Vector::Constant(6, 10));
  const auto added = late.add_due(training_spec(2), now, plan, block, sum);
  REQUIRE(added.size() == 1);
  CHECK(added[0].client == 2);
  // It moved by 4 from model 1; one round late, half of that counts.
  CHECK(sum.weighted == Vector::Constant(6, 3 * (10 + 0.5 * 4)));
  CHECK(sum.clients == 1);
  CHECK(sum.interactions == 3);
  CHECK(late.all().empty());
}

TEST_CASE("late updates add up by round and client, however they came") {
  const FederationPlan plan = plan_with_delay(1);
  const Block block = block_of(plan);
  const auto sum_of = [&](const std::vector<std::uint32_t>& clients) {
    LateUpdates late;
    for (const std::uint32_t client : clients)
      late.keep(update_of(client, 1, client == 0 ? 1e16 : 1.0 * client),
                training_spec(1), kModel, plan);
    PartialSum sum = nothing();
    late.add_due(training_spec(2), kModel, plan, block, sum);
    return sum.weighted;
  };
  CHECK(sum_of({0, 1, 2, 3}) == sum_of({3, 2, 1, 0}));
}

TEST_CASE("nothing that is late counts while clients are unlearned") {
  const FederationPlan plan = plan_with_delay(1);
  LateUpdates late;
  late.keep(update_of(2, 1, 5), training_spec(1), kModel, plan);
  PartialSum sum = nothing();
  const RoundSpec tuning{Task::kLearn, kFreshRngRound, 3, 0, 1};
  CHECK(late.add_due(tuning, kModel, plan, block_of(plan), sum).empty());
  CHECK(late.all().size() == 1);
}

TEST_CASE("late updates survive a checkpoint") {
  const FederationPlan plan = plan_with_delay(3);
  LateUpdates late;
  late.keep(update_of(2, 1, 5), training_spec(1), kModel, plan);
  const std::string bytes = archived(late);
  LateUpdates restored;
  Archive reader(bytes);
  restored.exchange(reader);
  REQUIRE(restored.all().size() == 1);
  CHECK(restored.all()[0].from == 1);
  CHECK(restored.all()[0].due == late.all()[0].due);
  CHECK(restored.all()[0].stale.update.client == 2);
  CHECK(restored.all()[0].stale.message.view() == Vector::Constant(6, 4));
}

}  // namespace fedltr::late_updates_test
