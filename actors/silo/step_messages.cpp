#include "actors/silo/step_messages.hpp"

namespace fedltr {
namespace {

using Kind = TrainingStep::Kind;

Vector checked(Vector parameters, Index size) {
  require_parameters(parameters, size);
  // No honest lead continues with a model that has diverged.
  require(!is_beyond_bounds(parameters), "holds numbers beyond all bounds");
  return parameters;
}

}  // namespace

SiloMessage message_of_step(const TrainingStep& step, std::size_t method) {
  const std::uint32_t number = training_number(method, step.iteration);
  switch (step.kind) {
    case Kind::kKeepModel:
    case Kind::kTellModel:
      return message_of(TrainAlone(), number);
    case Kind::kLabelCross:
      return message_of(Generator{{step.parameters}}, number);
    case Kind::kGradient:
      return message_of(GradientStep{static_cast<std::uint8_t>(step.instances),
                                     step.parameters},
                        number);
    case Kind::kFinalModel:
      return message_of(FinalModel{{step.parameters}}, number);
  }
  return {};
}

MessageType answer_to(const TrainingStep& step) {
  return step.kind == Kind::kKeepModel   ? MessageType::kTrained
         : step.kind == Kind::kTellModel ? MessageType::kLocalModel
                                         : MessageType::kGradient;
}

TrainingStep step_of_message(const SiloMessage& message,
                             const SiloMethod& method, Index parameters) {
  const std::uint32_t iteration = message.request % kIterations;
  const auto step = [&](Kind kind, Vector values,
                        Instances instances = Instances::kLabelled) {
    return TrainingStep{
        kind, {}, checked(std::move(values), parameters), iteration, instances};
  };
  const SiloBody& body = message.body();
  // TrainingLead keeps the model of a joint method.
  if (std::holds_alternative<TrainAlone>(body))
    return method.joint ? TrainingStep{Kind::kTellModel, {}, {}, iteration}
                        : TrainingStep{Kind::kKeepModel,
                                       {},
                                       {},
                                       iteration,
                                       Instances{method.uses_cross}};
  if (const auto* each = std::get_if<Generator>(&body))
    return step(Kind::kLabelCross, each->values);
  if (const auto* each = std::get_if<FinalModel>(&body))
    return step(Kind::kFinalModel, each->values);
  const auto* each = std::get_if<GradientStep>(&body);
  require(each != nullptr, "is no step of training");
  return step(Kind::kGradient, each->parameters,
              Instances{each->with_cross != 0});
}

}  // namespace fedltr
