// A run's rounds, without a single actor.
#include "actors/server/training_state.hpp"

#include <cmath>

#include <doctest/doctest.h>

#include "algorithms/core/archive.hpp"
#include "tests/support/small_federation.hpp"

namespace fedltr::training_state_test {
using Step = TrainingState::Step;
using Opening = TrainingState::Opening;

namespace {

const MessageBytes kBytes = {100, 10, 5};

TrainingState state_of(const FederationPlan& plan) {
  return TrainingState(begin_run(plan), kBytes, false, 1);
}

/// The sum of `clients` clients whose models consist of this value.
PartialSum sum_of(std::uint32_t clients, double value) {
  return {Vector::Constant(6, value * clients),
          1.0 * clients,
          0.5 * clients,
          0,
          clients,
          std::uint64_t{clients} * 3};
}

/// Runs the next round, in which each client sends this value.
void run_round(TrainingState& run, double value) {
  REQUIRE(run.next_step() == Step::kRound);
  REQUIRE(run.open_round() == Opening::kOpen);
  run.close_round(sum_of(run.participants.count(), value));
}

FederationPlan leaving_plan(const char* method) {
  FederationPlan plan = test::small_plan(4, 3);
  plan.unlearning.requests = {{2, {1}}};
  plan.unlearning.method = find(unlearning_methods(), method).make;
  plan.unlearning.options.interval = 1;
  return plan;
}

}  // namespace

TEST_CASE("a run trains round after round until there is nothing left to do") {
  TrainingState run = state_of(test::small_plan(4, 2));
  CHECK(run.has_work());
  CHECK(run.phase() == Phase::kTraining);
  run_round(run, 2);
  CHECK(run.round == 1);
  CHECK(run.trained == 1);
  CHECK(run.model.view() == Vector::Constant(6, 2));
  CHECK(run.totals.closed().round == 1);
  CHECK(run.spec == training_spec(1));
  run_round(run, 3);
  CHECK(run.model.view() == Vector::Constant(6, 3));
  CHECK_FALSE(run.has_work());
  CHECK(run.phase() == Phase::kNone);
  CHECK(run.privacy.max_rounds() == 2);
}

TEST_CASE(
    "a round is on the curve every so often, when asked, and at the end") {
  FederationPlan plan = test::small_plan(4, 7);
  plan.evaluate_every = 3;
  plan.evaluate_also = {5};
  TrainingState run = state_of(plan);
  std::vector<std::uint32_t> curve;
  while (run.has_work()) {
    run_round(run, 1);
    if (run.is_on_curve()) curve.push_back(run.round);
  }
  CHECK(curve == std::vector<std::uint32_t>{3, 5, 6, 7});
}

TEST_CASE("a model is queued for evaluation once") {
  TrainingState run = state_of(test::small_plan(4, 7));
  run.evaluate();
  run.evaluate_closed();
  CHECK(run.evaluations.take_batch().rounds == std::vector<std::uint32_t>{0});
  run_round(run, 1);
  run.evaluate_closed();
  run.evaluate_closed();
  CHECK(run.evaluated() == 1);
  const auto batch = run.evaluations.take_batch();
  CHECK(batch.rounds == std::vector<std::uint32_t>{1});
  CHECK(batch.models.at(0).view() == run.model.view());
}

TEST_CASE("a round with fewer updates than it takes leaves the model alone") {
  FederationPlan plan = test::small_plan(4, 3);
  FaultOptions faults;
  faults.dropout = 0.1;
  faults.least = 3;
  plan.faults = FaultSchedule(faults, 1);
  TrainingState run = state_of(plan);
  run_round(run, 2);
  run.next_step();
  run.open_round();
  run.close_round(sum_of(2, 9));
  CHECK(run.round == 2);
  CHECK(run.model.view() == Vector::Constant(6, 2));
  CHECK(run.totals.closed().faults.unused == 1);
}

TEST_CASE("attackers on models are no shares of the noise") {
  FederationPlan plan = test::small_plan(6, 1);
  plan.attack.schedule = AttackSchedule(2, {});
  plan.attack.make = test::attack_of("sign-flip");
  plan.privacy.min_updates = 3;
  for (const std::uint32_t answers : {4U, 5U}) {
    TrainingState run = state_of(plan);
    run.next_step();
    run.open_round();
    CHECK(run.min_updates() == 5);
    run.close_round(sum_of(answers, 9));
    CHECK(run.totals.closed().faults.unused == (answers < 5 ? 1 : 0));
  }
}

TEST_CASE("a round whose sum is lost leaves the model alone") {
  TrainingState run = state_of(test::small_plan(4, 3));
  run.next_step();
  run.open_round();
  run.close_round(sum_of(4, 9), "too few opened their shares");
  CHECK(run.model.view() == Vector::Zero(6));
  CHECK(run.totals.closed().faults.unused == 1);
}

TEST_CASE("a round without a valid update is an error unless it was planned") {
  TrainingState run = state_of(test::small_plan(4, 3));
  run.next_step();
  run.open_round();
  CHECK_THROWS_WITH(run.close_round(sum_of(0, 0)),
                    "every update of round 1 is invalid");
  FederationPlan plan = test::small_plan(4, 3);
  FaultOptions faults;
  faults.dropout = 0.9;
  plan.faults = FaultSchedule(faults, 1);
  TrainingState failing = state_of(plan);
  failing.next_step();
  failing.open_round();
  failing.close_round(sum_of(0, 0));
  CHECK(failing.round == 1);
}

TEST_CASE("a model that is not finite is an error") {
  for (const double value : {HUGE_VAL, -HUGE_VAL, std::nan("")}) {
    CAPTURE(value);
    TrainingState run = state_of(test::small_plan(4, 3));
    run_round(run, 1);
    run.next_step();
    run.open_round();
    CHECK_THROWS_WITH(
        run.close_round(sum_of(4, value)),
        "the model of round 2 is not finite: choose a smaller learner.rate");
    CHECK(run.model.view() == Vector::Constant(6, 1));
  }
}

TEST_CASE("the budget ends a run before it is spent") {
  FederationPlan plan = test::small_plan(4, 10);
  plan.privacy.guarantee = gaussian_guarantee(2);
  plan.privacy.budget = plan.privacy.after(2).best();
  TrainingState run = state_of(plan);
  run_round(run, 1);
  run_round(run, 1);
  run.next_step();
  CHECK(run.open_round() == Opening::kBudgetSpent);
  CHECK(run.result.budget_spent);
  CHECK(run.privacy.max_rounds() == 2);
}

TEST_CASE("no client at all is an error") {
  FederationPlan plan = test::small_plan(4, 3);
  plan.faults = FaultSchedule({}, 1, {{2, Event::kLeave, {0, 1, 2, 3}}});
  TrainingState run = state_of(plan);
  run_round(run, 1);
  run.next_step();
  CHECK_THROWS_WITH(run.open_round(), "no client is left to learn from");
}

TEST_CASE("an unlearning interrupts training and ends with its record") {
  TrainingState run = state_of(leaving_plan("retrain"));
  run_round(run, 2);
  run_round(run, 4);
  CHECK(run.next_step() == Step::kRemoval);
  CHECK(run.phase() == Phase::kUnlearning);
  CHECK(run.model.view() == Vector::Zero(6));  // the first model again
  run.unlearning.begin_removal(1);
  run.remove_clients();
  CHECK_FALSE(run.participants.is_active(1));
  CHECK(run.unlearning.cohort_removed());
  run_round(run, 6);
  CHECK(run.participants.count() == 3);
  CHECK(run.trained == 2);
  run_round(run, 8);
  CHECK(run.next_step() == Step::kUnlearned);
  run.end_unlearning();
  CHECK(run.phase() == Phase::kTraining);
  REQUIRE(run.result.unlearned.size() == 1);
  const UnlearningRecord& record = run.result.unlearned[0];
  CHECK(record.complete);
  CHECK(record.rounds == 2);
  CHECK(record.bytes_down == 2 * 3 * kBytes.order);
  CHECK(record.before == Vector::Constant(6, 4));
  CHECK(record.model == Vector::Constant(6, 8));
  run_round(run, 9);
  CHECK(run.spec == training_spec(3));
  CHECK_FALSE(run.has_work());
}

TEST_CASE("no momentum of the unlearned clients survives") {
  for (const char* server : {"momentum", "adam", "yogi"}) {
    CAPTURE(server);
    FederationPlan plan = leaving_plan("fine-tune");
    plan.optimizer = [server] {
      return find(server_optimizers(), server).make(0.1);
    };
    TrainingState run = state_of(plan);
    run_round(run, 2);
    run_round(run, 4);
    CHECK(run.next_step() == Step::kRemoval);
    run.unlearning.begin_removal(1);
    run.remove_clients();
    run.unlearning.cohort_removed();
    // The clients that stay keep the model as it is.
    const Vector before = run.model.view();
    run_round(run, before(0));
    CHECK(run.model.view().isApprox(before, 1e-12));
  }
}

TEST_CASE(
    "an unlearning given up before its rounds leaves the model it found") {
  TrainingState run = state_of(leaving_plan("retrain"));
  run_round(run, 2);
  run_round(run, 4);
  run.next_step();
  run.end_unlearning();
  CHECK(run.model.view() == Vector::Constant(6, 4));
  CHECK_FALSE(run.result.unlearned.at(0).complete);
  CHECK(run.result.unlearned.at(0).model == Vector::Constant(6, 4));
}

TEST_CASE("a row that a checkpoint lacks is evaluated as planned") {
  const FederationPlan plan = test::small_plan(4, 3);
  TrainingState run = state_of(plan);
  run_round(run, 1);
  run_round(run, 2);
  run.evaluate_closed();
  const auto rounds = run.evaluations.take_batch().training_rounds;
  CHECK(rounds == std::vector<std::uint32_t>{2});
  Archive kept;
  run.exchange(kept, 1);  // its clients were at nodes that have left
  TrainingState restored = state_of(plan);
  const std::string bytes = kept.take();
  Archive from(bytes);
  restored.exchange(from);
  restored.evaluate_closed();
  CHECK(restored.evaluations.take_batch().training_rounds == rounds);
}

TEST_CASE("a checkpoint in the middle of a round resumes before it") {
  FederationPlan plan = leaving_plan("federaser");
  plan.optimizer = [] { return find(server_optimizers(), "adam").make(0.1); };
  TrainingState run = state_of(plan);
  const auto finish = [](TrainingState& state) {
    while (state.has_work()) switch (state.next_step()) {
        case Step::kRound:
          if (state.open_round() == Opening::kOpen)
            state.close_round(
                sum_of(state.participants.count(), 1.0 + state.round));
          break;
        case Step::kRemoval:
          state.unlearning.begin_removal(1);
          state.remove_clients();
          state.unlearning.cohort_removed();
          break;
        case Step::kUnlearned:
          state.end_unlearning();
      }
  };
  run_round(run, 1);
  run.next_step();
  run.open_round();  // it never closes
  Archive writer;
  run.exchange(writer, 1);
  const std::string bytes = writer.take();
  TrainingState restored = state_of(plan);
  Archive reader(bytes);
  restored.exchange(reader);
  reader.finish();
  CHECK(restored.round == 1);
  CHECK(restored.evaluated() == 1);
  CHECK(restored.privacy.max_rounds() == 1);
  TrainingState whole = state_of(plan);
  run_round(whole, 1);
  finish(whole);
  finish(restored);
  CHECK(restored.round == whole.round);
  CHECK(restored.model.view() == whole.model.view());
  RoundRecord one = restored.totals.closed();
  RoundRecord other = whole.totals.closed();
  CHECK(archived(one) == archived(other));
  Archive again(bytes);
  TrainingState shorter = state_of(test::small_plan(4, 3));
  CHECK_THROWS_AS(
      [&] {
        shorter.exchange(again);
        again.finish();
      }(),
      ArchiveError);
}

}  // namespace fedltr::training_state_test
