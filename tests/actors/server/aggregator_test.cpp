#include "actors/server/aggregator.hpp"

#include <doctest/doctest.h>

#include "tests/support/small_federation.hpp"

namespace fedltr::aggregator_test {
namespace {

/// Adds up half of each step, so that its memory is visible.
struct HalfSteps : ServerOptimizer {
  double steps = 0;
  Vector step(const Vector& model, const Vector& proposal) override {
    ++steps;
    return model + 0.5 * (proposal - model) + Vector::Constant(6, steps);
  }
  void exchange(Archive& archive) override { archive(steps); }
};

/// Uses the last client only.
struct LastOnly : RobustRule {
  Vector aggregate(const LocalModels& local,
                   std::span<double> selection) override {
    std::ranges::fill(selection, 0.0);
    selection.back() = static_cast<double>(selection.size());
    return local.models.row(local.models.rows() - 1).transpose();
  }
};

FederationPlan plan_of_half_steps() {
  FederationPlan plan = test::small_plan(4, 1);
  plan.optimizer = [] { return std::make_unique<HalfSteps>(); };
  return plan;
}

PartialSum sum_of(double value) {
  return {Vector::Constant(6, 2 * value), 2, 0, 0, 2, 6};
}

const Vector kModel = Vector::Constant(6, 10);

}  // namespace

TEST_CASE("the optimizer steps towards the weighted mean") {
  const FederationPlan plan = plan_of_half_steps();
  REQUIRE(plan.learner->sends_models());
  Aggregator aggregator(plan);
  CHECK(aggregator.step(training_spec(1), kModel, sum_of(20)).model ==
        Vector::Constant(6, 15 + 1));
  CHECK(aggregator.step(training_spec(2), kModel, sum_of(20)).model ==
        Vector::Constant(6, 15 + 2));
  CHECK(aggregator.verdicts().empty());
  aggregator.reset();
  CHECK(aggregator.step(training_spec(3), kModel, sum_of(20)).model ==
        Vector::Constant(6, 15 + 1));
}

TEST_CASE("the recalled values are the model itself") {
  const FederationPlan plan = plan_of_half_steps();
  Aggregator aggregator(plan);
  const RoundSpec recall{Task::kRecall, 1, 1, 1, 0};
  CHECK(aggregator.step(recall, kModel, sum_of(20)).model ==
        Vector::Constant(6, 20));
}

TEST_CASE("a gradient is added to the model") {
  FederationPlan plan = plan_of_half_steps();
  plan.learner = find(learners(), "es").make({}, plan.simulation->ranker);
  REQUIRE_FALSE(plan.learner->sends_models());
  Aggregator aggregator(plan);
  CHECK(aggregator.step(training_spec(1), kModel, sum_of(4)).model ==
        Vector::Constant(6, 12 + 1));
}

TEST_CASE("a robust rule judges each client, by what it is in that round") {
  FederationPlan plan = plan_of_half_steps();
  plan.rule = [] { return std::make_unique<LastOnly>(); };
  plan.attack.schedule = AttackSchedule(1, {{2, Event::kHonest, {}}});
  Aggregator aggregator(plan);
  Vector numbers = Vector::Zero(18);
  numbers.tail(6).setConstant(30);
  const ClientRows rows{{0, 1, 3}, Parameters(numbers)};
  CHECK(aggregator.is_robust(training_spec(1)));
  const auto first = aggregator.step(training_spec(1), kModel, rows);
  CHECK(first.model == Vector::Constant(6, 20 + 1));
  CHECK(first.verdict.clients == std::vector<std::uint32_t>{0, 1});
  CHECK(first.verdict.attackers == 1);
  const auto second = aggregator.step(training_spec(2), kModel, rows);
  CHECK(second.verdict.attackers == 0);  // it has become honest
  const auto& verdicts = aggregator.verdicts();
  CHECK(verdicts.size() == 3);  // client 2 was not judged
  CHECK(verdicts.at(0).attacking.judged == 1);
  CHECK(verdicts.at(0).attacking.rejected == 1);
  CHECK(verdicts.at(0).honest.judged == 1);
  CHECK(verdicts.at(0).honest.rejected == 1);
  CHECK(verdicts.at(3).honest.rejected == 0);
  CHECK(verdicts.at(3).selection == 6);
}

TEST_CASE("no rule judges the ascent of unlearned clients") {
  FederationPlan plan = plan_of_half_steps();
  plan.rule = [] { return std::make_unique<LastOnly>(); };
  Aggregator aggregator(plan);
  const RoundSpec ascent{Task::kAscent, kFreshRngRound, 1, 0, 3};
  CHECK_FALSE(aggregator.is_robust(ascent));
  CHECK(aggregator.step(ascent, kModel, sum_of(20)).model ==
        Vector::Constant(6, 20));
}

TEST_CASE("optimizer and verdicts survive a checkpoint") {
  FederationPlan plan = plan_of_half_steps();
  plan.rule = [] { return std::make_unique<LastOnly>(); };
  Aggregator aggregator(plan);
  const ClientRows rows{{0, 1}, Parameters(Vector::Zero(12))};
  aggregator.step(training_spec(1), kModel, rows);
  const std::string bytes = archived(aggregator);
  Aggregator restored(plan);
  Archive reader(bytes);
  restored.exchange(reader);
  reader.finish();
  CHECK(restored.verdicts().at(0).honest.rejected == 1);
  CHECK(restored.step(training_spec(2), kModel, rows).model ==
        Vector::Constant(6, 5 + 2));
}

}  // namespace fedltr::aggregator_test
