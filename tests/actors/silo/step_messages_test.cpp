#include "actors/silo/step_messages.hpp"

#include <doctest/doctest.h>

#include "algorithms/silo/methods.hpp"

namespace fedltr::training_messages_test {
namespace {

constexpr Index kSize = 3;

Vector constant(double value) {
  return Vector::Constant(kSize, value);
}

}  // namespace

TEST_CASE("a step reads back from its message, for each kind and method") {
  using Kind = TrainingStep::Kind;
  for (const auto& method : silo_methods()) {
    CAPTURE(method.name);
    const TrainingStep alone =
        step_of_message(message_of(TrainAlone()), method.make, kSize);
    CHECK(alone.kind ==
          (method.make.joint ? Kind::kTellModel : Kind::kKeepModel));
    CHECK(alone.instances ==
          Instances{method.make.uses_cross && !method.make.joint});
    for (const auto instances : {Instances::kLabelled, Instances::kWithCross}) {
      const TrainingStep step{Kind::kGradient, {}, constant(2), 9, instances};
      const TrainingStep read =
          step_of_message(message_of_step(step, 3), method.make, kSize);
      CHECK(read.kind == step.kind);
      CHECK(read.parameters == step.parameters);
      CHECK(read.iteration == 9);
      CHECK(read.instances == instances);
    }
    for (const Kind kind : {Kind::kLabelCross, Kind::kFinalModel}) {
      const TrainingStep read = step_of_message(
          message_of_step({kind, {}, constant(4)}, 1), method.make, kSize);
      CHECK(read.kind == kind);
      CHECK(read.parameters == constant(4));
    }
  }
}

TEST_CASE("invalid steps of training, and other sizes, are refused") {
  const SiloMethod& method = silo_method(SiloRole::kBaseline).make;
  CHECK_THROWS_AS(step_of_message(message_of(EndSilo()), method, kSize),
                  std::invalid_argument);
  CHECK_THROWS_AS(
      step_of_message(message_of(FinalModel{{constant(1)}}), method, kSize + 1),
      std::invalid_argument);
}

TEST_CASE("numbers of steps differ by method and by iteration") {
  CHECK(training_number(0, 0) == 0);
  CHECK(training_number(0, kIterations - 1) + 1 == training_number(1, 0));
  CHECK(training_number(255, kIterations - 1) == ~std::uint32_t{0});
}

TEST_CASE("each step that awaits has an answer of its own type") {
  using Kind = TrainingStep::Kind;
  CHECK(answer_to({Kind::kKeepModel, {}, {}}) == MessageType::kTrained);
  CHECK(answer_to({Kind::kTellModel, {}, {}}) == MessageType::kLocalModel);
  CHECK(answer_to({Kind::kGradient, {}, {}}) == MessageType::kGradient);
}

}  // namespace fedltr::training_messages_test
