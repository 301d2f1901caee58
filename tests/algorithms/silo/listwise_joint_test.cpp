#include "algorithms/silo/listwise_joint.hpp"

#include <array>

#include <doctest/doctest.h>

#include "algorithms/aggregation/aggregation.hpp"

namespace fedltr::listwise_joint_test {
namespace {

using Kind = TrainingStep::Kind;

ListwiseOptions options() {
  ListwiseOptions all;
  all.folds = 2;
  all.steps = 3;
  all.rate = 0.5;
  return all;
}

/// An answer of slope 1 everywhere.
Vector answer(double quality) {
  Vector told = Vector::Ones(3);
  told(2) = quality;
  return told;
}

/// Offers each start to two parties, who rank by it with this quality.
void choose(ListwiseJoint& lead,
            const std::array<double, kListwiseStarts>& quality) {
  for (std::uint32_t i = 0; i < kListwiseStarts; ++i) {
    const auto step = lead.next({0, 2});
    REQUIRE(step);
    REQUIRE(step->kind == Kind::kGradient);
    CHECK(step->iteration == i);
    CHECK(step->parameters == listwise_start(2, i));
    const std::vector<Vector> answers(2, answer(quality[i]));
    lead.combine(answers);
  }
}

/// Chooses the first start, and runs two folds with this quality for each step.
std::uint32_t run_folds(ListwiseJoint& lead,
                        const std::vector<double>& quality) {
  choose(lead, {});
  std::uint32_t asked = 0;
  for (; asked < 8; ++asked) {
    const auto step = lead.next({0, 2});
    REQUIRE(step);
    REQUIRE(step->kind == Kind::kGradient);
    CHECK(step->iteration == kListwiseStarts + asked);
    CHECK(step->parties == std::vector<std::uint32_t>{0, 2});
    // Each stage begins at the start.
    CHECK(step->parameters(0) ==
          doctest::Approx(kStartWeight - 0.5 * (asked % 4)));
    const std::vector<Vector> answers(2, answer(quality[asked % 4]));
    lead.combine(answers);
  }
  return asked;
}

}  // namespace

TEST_CASE("the last stage makes as many steps as held-out queries like best") {
  ListwiseJoint lead(options(), 2, Instances::kLabelled);
  run_folds(lead, {0.2, 0.4, 0.5, 0.3});
  CHECK(lead.best_step() == 2);
  for (int i = 0; i < 2; ++i) {
    REQUIRE(lead.next({0, 2})->kind == Kind::kGradient);
    const Vector told = answer(0);
    lead.combine({&told, 1});
  }
  const auto last = lead.next({0, 2});
  REQUIRE(last);
  CHECK(last->kind == Kind::kFinalModel);
  CHECK(ListwiseStage(options(), last->iteration).step == 2);
  CHECK(last->parameters(0) == doctest::Approx(kStartWeight - 1));
  CHECK(last->parameters(2) == 0);
  CHECK_FALSE(lead.next({0, 2}));
}

TEST_CASE("a party's values in the last stage do not move its end") {
  ListwiseJoint lead(options(), 2, Instances::kLabelled);
  run_folds(lead, {0.2, 0.4, 0.5, 0.3});
  for (int i = 0; i < 2; ++i) {
    REQUIRE(lead.next({0, 2})->kind == Kind::kGradient);
    // Simulates a step 0, now past, that was better than all before.
    const std::vector<Vector> answers = {answer(0), answer(1)};
    lead.combine(answers);
    CHECK(lead.best_step() == 2);
  }
  CHECK(lead.next({0, 2})->kind == Kind::kFinalModel);
  CHECK_FALSE(lead.next({0, 2}));
}

TEST_CASE("where no step helps, the start is the model") {
  ListwiseJoint lead(options(), 2, Instances::kWithCross);
  run_folds(lead, {0.5, 0.5, 0.4, 0.3});
  const auto last = lead.next({0});
  REQUIRE(last->kind == Kind::kFinalModel);
  CHECK(last->parameters == listwise_start(2));
}

TEST_CASE("training starts where the parties' queries are ranked best") {
  ListwiseJoint lead(options(), 2, Instances::kLabelled);
  choose(lead, {0.3, 0.5, 0.4});
  CHECK(lead.next({0})->parameters == listwise_start(2, 1));
  // The first of equals is BM25 of both fields.
  ListwiseJoint other(options(), 2, Instances::kLabelled);
  choose(other, {0.5, 0.5, 0.4});
  CHECK(other.next({0})->parameters == listwise_start(2));
}

TEST_CASE("by a rule one party does not choose the start") {
  const auto start_with = [](const PartyRule& rule) {
    ListwiseJoint lead(options(), 2, Instances::kLabelled, rule);
    for (std::uint32_t i = 0; i < kListwiseStarts; ++i) {
      const std::vector<Vector> answers = {answer(i == 0 ? 0.5 : 0.4),
                                           answer(i == 0 ? 0.5 : 0.4),
                                           answer(i == 2)};
      lead.combine(answers);
    }
    return lead.next({0, 1, 2})->parameters;
  };
  CHECK(start_with({}) == listwise_start(2, 2));
  CHECK(start_with({[] { return make_robust_rule("median", "none", {}); },
                    3}) == listwise_start(2));
}

TEST_CASE("a gradient sent for a candidate start has no effect") {
  ListwiseJoint lead(options(), 2, Instances::kLabelled);
  choose(lead, {1, 0, 0});  // with slope 1 each
  CHECK(lead.next({0})->parameters == listwise_start(2));
}

TEST_CASE("a step to a longer gradient is taken back and halved") {
  ListwiseJoint lead(options(), 2, Instances::kLabelled);
  choose(lead, {});
  const auto step_to = [&](double gradient, std::size_t parties = 1) {
    const auto step = lead.next({0});
    const std::vector<Vector> answers(parties, gradient * answer(0));
    lead.combine(answers);
    return step->parameters(0) - kStartWeight;
  };
  CHECK(step_to(1) == 0);
  CHECK(step_to(3) == doctest::Approx(-0.5));     // too far: back to 0
  CHECK(step_to(0.8) == doctest::Approx(-0.25));  // half as far
  CHECK(step_to(0.5) == doctest::Approx(-0.25 - 0.25 * 0.8));  // as are later
  // The next stage begins with the full rate, and no gradient to compare.
  CHECK(step_to(2) == 0);
  CHECK(step_to(2) == doctest::Approx(-1));
  // Gradients of other parties do not compare.
  CHECK(step_to(4, 2) == doctest::Approx(-2));
  CHECK(step_to(0, 2) == doctest::Approx(-4));
}

TEST_CASE("gradients that never shrink move the model by one step in all") {
  ListwiseOptions all = options();
  all.steps = 60;
  ListwiseJoint lead(all, 2, Instances::kLabelled);
  choose(lead, {});
  double size = 1;
  for (std::uint32_t i = 0; i <= all.steps; ++i) {
    const Vector moved =
        lead.next({0})->parameters.head(2) - listwise_start(2).head(2);
    CHECK(moved.norm() <= all.rate * answer(0).head(2).norm() * 1.000001);
    const Vector told = size * answer(0);
    lead.combine({&told, 1});
    size *= -1.5;
  }
}

TEST_CASE("no party's word on quality counts for more than 1") {
  ListwiseJoint lead(options(), 2, Instances::kLabelled);
  choose(lead, {});
  for (std::uint32_t asked = 0; asked < 8; ++asked) {
    REQUIRE(lead.next({0, 1, 2}));
    std::vector<Vector> answers(2, answer(asked % 4 == 1 ? 0.9 : 0.3));
    answers.push_back(answer(asked % 4 == 3 ? 1e6 : -1e6));
    lead.combine(answers);
  }
  CHECK(lead.best_step() == 1);
}

TEST_CASE("by a rule one party moves neither the steps nor their number") {
  const auto steps_with = [](const PartyRule& rule) {
    ListwiseJoint lead(options(), 2, Instances::kLabelled, rule);
    choose(lead, {});
    for (std::uint32_t asked = 0; asked < 8; ++asked) {
      const auto step = lead.next({0, 1, 2});
      REQUIRE(step);
      if (rule.make)
        CHECK(step->parameters(0) ==
              doctest::Approx(kStartWeight - 0.5 * (asked % 4)));
      std::vector<Vector> answers(2, answer(asked % 4 == 1 ? 0.6 : 0.4));
      answers.push_back(-100 * answer(0));
      answers.back()(2) = asked % 4 == 3 ? 1 : 0;
      lead.combine(answers);
    }
    return lead.best_step();
  };
  CHECK(steps_with({}) == 3);
  CHECK(steps_with(
            {[] { return make_robust_rule("median", "none", {}); }, 3}) == 1);
}

TEST_CASE("a model beyond all bounds ends the training") {
  ListwiseJoint lead(options(), 2, Instances::kLabelled);
  choose(lead, {});
  REQUIRE(lead.next({0}));
  const Vector huge = Vector::Constant(3, 1e12);
  CHECK_THROWS_AS(lead.combine({&huge, 1}), DivergedError);
}

TEST_CASE("an iteration that lost all its parties changes nothing") {
  ListwiseJoint lead(options(), 2, Instances::kLabelled);
  REQUIRE(lead.next({0}));
  lead.combine({});
  CHECK(lead.next({0})->parameters == listwise_start(2, 1));
  for (std::uint32_t i = 1; i <= kListwiseStarts; ++i) lead.combine({});
  CHECK(lead.next({0})->parameters == listwise_start(2));
}

}  // namespace fedltr::listwise_joint_test
