#include "algorithms/silo/joint_training.hpp"

#include <doctest/doctest.h>

#include "algorithms/aggregation/aggregation.hpp"

namespace fedltr::joint_training_test {
namespace {

using Kind = TrainingStep::Kind;
using Parties = std::vector<std::uint32_t>;

SiloTrainerConfig config_of(JointOrder order, std::uint32_t iterations = 2) {
  SiloTrainerConfig config{2, {}, order};
  config.training.joint_iterations = iterations;
  config.training.rate = 1;
  return config;
}

Vector constant(double value) {
  return Vector::Constant(2, value);
}

/// Takes a step whose parties answer with these.
TrainingStep take(JointTraining& trainer,
                  const std::set<std::uint32_t>& members,
                  const std::vector<Vector>& answers) {
  const auto step = trainer.next(members);
  REQUIRE(step.has_value());
  if (step->awaits()) trainer.combine(answers);
  return *step;
}

}  // namespace

TEST_CASE("parallel steps go along the mean of gradients, at a falling rate") {
  JointTraining trainer(config_of(JointOrder::kParallel), Instances::kLabelled);
  const TrainingStep first = take(trainer, {0, 1}, {constant(1), constant(5)});
  CHECK(first.kind == Kind::kGradient);
  CHECK(first.parties == Parties{0, 1});
  CHECK(first.iteration == 0);
  CHECK(first.parameters == constant(0));
  const TrainingStep second = take(trainer, {0, 1}, {constant(2), constant(2)});
  CHECK(second.iteration == 1);
  CHECK(second.parameters == constant(-3));
  const TrainingStep end = take(trainer, {0, 1}, {});
  CHECK(end.kind == Kind::kFinalModel);
  CHECK(end.parameters == constant(-4));
  CHECK_FALSE(end.awaits());
  CHECK_FALSE(trainer.next({0, 1}).has_value());
}

TEST_CASE(
    "serial steps go party by party, an iteration when all have stepped") {
  JointTraining trainer(config_of(JointOrder::kSerial), Instances::kLabelled);
  double expected = 0;
  for (std::uint32_t iteration = 0; iteration < 2; ++iteration)
    for (const std::uint32_t party : {3U, 7U}) {
      const TrainingStep step = take(trainer, {3, 7}, {constant(1)});
      CHECK(step.parties == Parties{party});
      CHECK(step.iteration == iteration);
      CHECK(step.parameters == constant(expected));
      expected -= iteration == 0 ? 1 : 0.5;
    }
  const TrainingStep end = take(trainer, {3, 7}, {});
  CHECK(end.kind == Kind::kFinalModel);
  CHECK(end.parties == Parties{3, 7});
  CHECK(end.parameters == constant(-3));
}

TEST_CASE("with cross instances local models and labels come first") {
  JointTraining trainer(config_of(JointOrder::kParallel, 1),
                        Instances::kWithCross);
  const TrainingStep local = take(trainer, {0, 1}, {constant(2), constant(4)});
  CHECK(local.kind == Kind::kTellModel);
  CHECK(local.tells());
  const TrainingStep label = take(trainer, {0, 1}, {});
  CHECK(label.kind == Kind::kLabelCross);
  CHECK(label.parameters == constant(3));
  CHECK_FALSE(label.awaits());
  const TrainingStep step = take(trainer, {0, 1}, {constant(0), constant(0)});
  CHECK(step.kind == Kind::kGradient);
  CHECK(step.instances == Instances::kWithCross);
  CHECK(step.parameters == constant(3));
}

TEST_CASE(
    "a party that is lost in its turn changes only the order of the turns") {
  JointTraining trainer(config_of(JointOrder::kSerial, 1),
                        Instances::kLabelled);
  take(trainer, {0, 1, 2}, {constant(1)});
  CHECK(take(trainer, {0, 1, 2}, {}).parties == Parties{1});  // lost then
  const TrainingStep next = take(trainer, {0, 2}, {constant(1)});
  CHECK(next.parties == Parties{2});
  CHECK(next.parameters == constant(-1));
  CHECK(take(trainer, {0, 2}, {}).parameters == constant(-2));
}

TEST_CASE("without iterations the start is the model") {
  JointTraining trainer(config_of(JointOrder::kSerial, 0),
                        Instances::kLabelled);
  CHECK(take(trainer, {0}, {}).kind == Kind::kFinalModel);
  CHECK_FALSE(trainer.next({0}).has_value());
}

TEST_CASE("a model beyond all bounds, or not a number, is divergence") {
  for (const double strange : {2e9, std::nan("")}) {
    JointTraining trainer(config_of(JointOrder::kParallel),
                          Instances::kLabelled);
    trainer.next({0});
    const std::vector<Vector> answers = {constant(strange)};
    CHECK_THROWS_WITH_AS(trainer.combine(answers),
                         doctest::Contains("diverged in iteration 0"),
                         DivergedError);
  }
}

TEST_CASE("a rule combines local models and gradients, each by its memory") {
  SiloTrainerConfig config = config_of(JointOrder::kParallel, 2);
  config.rule = {[] { return make_robust_rule("median", "none", {}); }, 3};
  JointTraining trainer(config, Instances::kWithCross);
  take(trainer, {0, 1, 2}, {constant(2), constant(4), constant(900)});
  CHECK(take(trainer, {0, 1, 2}, {}).parameters == constant(4));
  take(trainer, {0, 1, 2}, {constant(-900), constant(1), constant(3)});
  CHECK(trainer.next({0, 1, 2})->parameters == constant(3));
  const std::vector<Vector> two = {constant(1), constant(3)};
  CHECK_THROWS_AS(trainer.combine(two), TrainingError);
}

TEST_CASE("a rule is not for steps of one party each") {
  SiloTrainerConfig config = config_of(JointOrder::kSerial);
  config.rule = {[] { return make_robust_rule("median", "none", {}); }, 3};
  CHECK_THROWS_AS(JointTraining(config, Instances::kLabelled),
                  std::invalid_argument);
}

TEST_CASE("global and cs-f-ltr differ in cross instances and in their start") {
  const SiloMethod global = global_method().make;
  const SiloMethod cs_f_ltr = cs_f_ltr_method().make;
  CHECK(global.joint);
  CHECK(cs_f_ltr.joint);
  CHECK_FALSE(global.uses_cross);
  CHECK(cs_f_ltr.uses_cross);
  CHECK_FALSE(global.trains_alone);
  CHECK(cs_f_ltr.trains_alone);
  const SiloTrainerConfig config = config_of(JointOrder::kSerial);
  CHECK(global.trainer(config)->next({0})->kind == Kind::kGradient);
  CHECK(cs_f_ltr.trainer(config)->next({0})->kind == Kind::kTellModel);
}

}  // namespace fedltr::joint_training_test
