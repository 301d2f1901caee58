#include "algorithms/silo/party_training.hpp"

#include <utility>

#include "algorithms/core/require.hpp"

namespace fedltr {

PartyTraining::PartyTraining(ScaledTrainer own, ScaledTrainer joint)
    : training_(Pointwise{std::move(own), std::move(joint)}) {}

PartyTraining::PartyTraining(ListwiseTrainer trainer)
    : training_(std::move(trainer)) {}

bool PartyTraining::learns() const {
  if (const auto* listwise = std::get_if<ListwiseTrainer>(&training_))
    return listwise->learns();
  return std::get<Pointwise>(training_).own.trainer.learns();
}

Vector PartyTraining::perform(const TrainingStep& step) {
  return std::visit([&](auto& training) { return perform(training, step); },
                    training_);
}

Vector PartyTraining::perform(ListwiseTrainer& training,
                              const TrainingStep& step) {
  switch (step.kind) {
    case TrainingStep::Kind::kKeepModel:
      return training.train_alone(step.instances);
    case TrainingStep::Kind::kGradient:
      return training.answer(step.parameters, step.iteration, step.instances);
    case TrainingStep::Kind::kFinalModel:
      return training.keep(step.parameters, step.iteration);
    default:
      require(false, "listwise training has no such step");
      return {};
  }
}

void PartyTraining::add_to_curve(const ScaledTrainer& training,
                                 std::uint32_t iteration,
                                 const Vector& parameters) {
  curve_.push_back({iteration, unscaled(training.scaling,
                                        training.trainer.model(), parameters)});
}

Vector PartyTraining::keep_own(const ScaledTrainer& own, Instances instances) {
  const SeeModel see = [&](std::uint32_t iteration, const Vector& parameters) {
    add_to_curve(own, iteration, parameters);
  };
  return unscaled(own.scaling, own.trainer.model(),
                  own.trainer.train_alone(instances, see));
}

Vector PartyTraining::keep_joint(const ScaledTrainer& joint,
                                 const TrainingStep& step) {
  // The last model is part of every curve.
  if (joint.trainer.shows(0))
    add_to_curve(joint, step.iteration, step.parameters);
  return unscaled(joint.scaling, joint.trainer.model(), step.parameters);
}

Vector PartyTraining::perform(Pointwise& training, const TrainingStep& step) {
  PartyTrainer& joint = training.joint.trainer;
  switch (step.kind) {
    case TrainingStep::Kind::kKeepModel:
      return keep_own(training.own, step.instances);
    case TrainingStep::Kind::kTellModel:
      return joint.train_alone();
    case TrainingStep::Kind::kLabelCross:
      joint.label_cross(step.parameters);
      return {};
    case TrainingStep::Kind::kGradient:
      if (joint.shows(step.iteration))
        add_to_curve(training.joint, step.iteration, step.parameters);
      return joint.joint_gradient(step.parameters, step.iteration,
                                  step.instances);
    case TrainingStep::Kind::kFinalModel:
      return keep_joint(training.joint, step);
  }
  return {};
}

Vector unscaled(const Scaling& scaling, const PointwiseModel& model,
                const VectorView& parameters) {
  const Eigen::Map<const Matrix> weights(parameters.data(), model.outputs(),
                                         model.features() + 1);
  return scaling.folded(weights).reshaped<Eigen::RowMajor>();
}

}  // namespace fedltr
