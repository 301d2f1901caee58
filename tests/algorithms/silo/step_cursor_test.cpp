#include "algorithms/silo/step_cursor.hpp"

#include <doctest/doctest.h>

#include "algorithms/silo/listwise_joint.hpp"
#include "algorithms/silo/methods.hpp"

namespace fedltr::step_cursor_test {
namespace {

using Kind = TrainingStep::Kind;

SiloTrainerConfig small_config(bool listwise) {
  SiloTrainerConfig config{4, {}, JointOrder::kSerial, {}};
  config.training.joint_iterations = 3;
  if (listwise) config.listwise = ListwiseOptions{2, 2};
  return config;
}

std::vector<std::string> all_methods() {
  std::vector<std::string> names;
  for (const auto& method : silo_methods()) names.push_back(method.name);
  return names;
}

TrainingStep gradient(std::uint32_t iteration,
                      Instances instances = Instances::kLabelled) {
  return {Kind::kGradient, {}, {}, iteration, instances};
}

/// The steps of a method's trainer that party 1 of 2 takes part in.
std::vector<TrainingStep> steps_of(const SiloMethod& method,
                                   const SiloTrainerConfig& config,
                                   double quality) {
  std::vector<TrainingStep> steps;
  const auto trainer = method.trainer(config);
  while (auto step = trainer->next({0, 1})) {
    if (std::ranges::count(step->parties, 1U) > 0) steps.push_back(*step);
    Vector answer = Vector::Zero(config.parameters);
    answer(config.parameters - 1) = quality / (1 + step->iteration % 3);
    std::vector<Vector> answers;
    if (step->tells()) answers.assign(step->parties.size(), answer);
    if (step->awaits()) trainer->combine(answers);
  }
  return steps;
}

std::string refusal(StepCursor& cursor, std::size_t method,
                    const TrainingStep& step) {
  try {
    cursor.take(method, step);
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
  return "";
}

}  // namespace

TEST_CASE("each method's trainer keeps to the course that parties know") {
  for (const bool listwise : {false, true})
    for (const auto order : {JointOrder::kSerial, JointOrder::kParallel})
      for (const double quality : {0.0, 0.5, -0.5}) {
        SiloTrainerConfig config = small_config(listwise);
        config.order = order;
        StepCursor all(all_methods(), config, true);
        StepCursor owner(all_methods(), config, false);
        std::size_t number = 0;
        for (const auto& method : silo_methods()) {
          CAPTURE(method.name);
          for (const auto& step : steps_of(method.make, config, quality)) {
            CHECK(refusal(all, number, step).empty());
            CHECK(!refusal(all, number, step).empty());  // once only
            if (step.is_for_all()) CHECK(refusal(owner, number, step).empty());
          }
          ++number;
        }
        CHECK(all.done());
        CHECK(owner.done());
      }
}

TEST_CASE("a step out of turn is refused, with the next one's name") {
  StepCursor cursor({"global"}, small_config(false), true);
  const std::string name = "asks for gradient 1 of global";
  CHECK(refusal(cursor, 0, gradient(1)) ==
        "asks for gradient 2 of global, which is not agreed on now: next is "
        "gradient 1 of global");
  CHECK(refusal(cursor, 1, gradient(0)) ==
        "asks for a step of an unknown method");
  CHECK(refusal(cursor, 0, gradient(0, Instances::kWithCross)).find(name) == 0);
  CHECK(refusal(cursor, 0, {Kind::kFinalModel, {}, {}})
            .find("asks for the final model, after 0 gradients of global") ==
        0);
  for (const std::uint32_t iteration : {0, 1, 2})
    CHECK(refusal(cursor, 0, gradient(iteration)).empty());
  CHECK(refusal(cursor, 0, gradient(2)).find("gradient 3") !=
        std::string::npos);
  CHECK(refusal(cursor, 0, gradient(3)) ==
        "asks for gradient 4 of global, which is not agreed on now: next is "
        "the final model, after 3 gradients of global");
  CHECK_FALSE(cursor.done());
  CHECK(refusal(cursor, 0, {Kind::kFinalModel, {}, {}, 3}).empty());
  CHECK(cursor.done());
  CHECK(refusal(cursor, 0, gradient(3)).find("no step is left") !=
        std::string::npos);
}

TEST_CASE("a lead chooses the end of listwise training within its bounds") {
  const SiloTrainerConfig config = small_config(true);
  // Three starts, two folds of three, and at most two steps in the last stage.
  for (const std::uint32_t gradients : {8U, 9U, 10U, 11U, 12U}) {
    StepCursor cursor({"global"}, config, true);
    StepCursor owner({"global"}, config, false);
    bool all = true;
    for (std::uint32_t i = 0; i < gradients; ++i)
      all = all && refusal(cursor, 0, gradient(i)).empty();
    const TrainingStep last{Kind::kFinalModel, {}, {}, gradients};
    const bool agreed = gradients >= 9 && gradients <= 11;
    CHECK(all == (gradients <= 11));
    CHECK(refusal(cursor, 0, last).empty() == agreed);
    CHECK(refusal(owner, 0, last).empty() == agreed);
  }
}

TEST_CASE("a party without labels is asked for nothing") {
  StepCursor cursor({"local", "global"}, small_config(false), false);
  CHECK(!refusal(cursor, 0, {Kind::kKeepModel, {}, {}}).empty());
  CHECK(!refusal(cursor, 1, gradient(0)).empty());
  CHECK(refusal(cursor, 1, {Kind::kFinalModel, {}, {}, 3}).empty());
  CHECK(StepCursor({"local"}, small_config(false), false).done());
  CHECK(StepCursor({}, small_config(false), true).done());
}

}  // namespace fedltr::step_cursor_test
