#include "algorithms/silo/joint_training.hpp"

#include <string>

#include "algorithms/core/require.hpp"
#include "algorithms/silo/listwise_joint.hpp"

namespace fedltr {
namespace {

std::vector<std::uint32_t> list_of(const std::set<std::uint32_t>& members) {
  return {members.begin(), members.end()};
}

StepCourse course_of(const TrainingOptions& options, Instances instances) {
  using Kind = TrainingStep::Kind;
  StepCourse course{
      {}, options.joint_iterations, options.joint_iterations, instances};
  if (instances == Instances::kWithCross)
    course.opening = {Kind::kTellModel, Kind::kLabelCross};
  return course;
}

SiloMethod method(Instances instances, SiloRole role) {
  const bool uses_cross = instances == Instances::kWithCross;
  return {
      true,
      uses_cross,
      uses_cross,
      [=](const SiloTrainerConfig& config) -> std::unique_ptr<SiloTrainer> {
        if (config.listwise)
          return std::make_unique<ListwiseJoint>(
              *config.listwise, config.parameters - 1, instances, config.rule);
        return std::make_unique<JointTraining>(config, instances);
      },
      [=](const SiloTrainerConfig& config) {
        return config.listwise ? listwise_course(*config.listwise, instances)
                               : course_of(config.training, instances);
      },
      role};
}

}  // namespace

JointTraining::JointTraining(const SiloTrainerConfig& config,
                             Instances instances)
    : config_(config),
      instances_(instances),
      next_(instances == Instances::kWithCross ? Kind::kTellModel
                                               : Kind::kGradient),
      model_(Vector::Zero(config.parameters)),
      models_(config.rule),
      gradients_(config.rule) {
  require(!config.rule.make || config.order == JointOrder::kParallel,
          "a rule compares parties: not steps of one party each");
}

std::optional<TrainingStep> JointTraining::next(
    const std::set<std::uint32_t>& members) {
  require(!members.empty(), "joint training needs a party");
  if (!next_) return std::nullopt;
  if (next_ == Kind::kTellModel)
    return TrainingStep{Kind::kTellModel, list_of(members), {}};
  if (next_ == Kind::kGradient) return gradient_or_end(members);
  next_ = Kind::kGradient;
  return TrainingStep{Kind::kLabelCross, list_of(members), model_};
}

TrainingStep JointTraining::gradient_or_end(
    const std::set<std::uint32_t>& members) {
  const bool serial = config_.order == JointOrder::kSerial;
  auto party = members.lower_bound(turn_);
  if (serial && party == members.end()) {
    ++iteration_;
    party = members.begin();
  }
  if (iteration_ >= config_.training.joint_iterations) {
    next_.reset();
    return {Kind::kFinalModel, list_of(members), model_, iteration_};
  }
  TrainingStep step{Kind::kGradient, {}, model_, iteration_, instances_};
  if (serial) {
    step.parties = {*party};
    turn_ = *party + 1;
  } else {
    step.parties = list_of(members);
  }
  return step;
}

void JointTraining::combine(std::span<const Vector> answers) {
  if (next_ == Kind::kTellModel) {
    next_ = Kind::kLabelCross;
    model_ = models_(answers);
    return check_bounds();
  }
  const TrainingOptions& training = config_.training;
  if (!answers.empty())
    model_ -= rate_of(training, iteration_, training.joint_iterations) *
              gradients_(answers);
  check_bounds();
  if (config_.order == JointOrder::kParallel) ++iteration_;
}

/// Checked before honest parties are blamed for gradients of a diverged model.
void JointTraining::check_bounds() const {
  if (is_beyond_bounds(model_))
    throw DivergedError("diverged in iteration " + std::to_string(iteration_) +
                        ": lower silo.rate (or a party is malicious)");
}

Method<SiloMethod> global_method() {
  return {"global",
          "one model of all parties' labelled instances",
          "ICDE section VI-A; Shi et al. (2021), section 5.1",
          {},
          method(Instances::kLabelled, SiloRole::kOther)};
}

Method<SiloMethod> cs_f_ltr_method() {
  return {"cs-f-ltr",
          "one model of all parties' labelled and cross instances",
          "ICDE section III; Shi et al. (2021), Algorithm 3",
          {},
          method(Instances::kWithCross, SiloRole::kProtocol)};
}

}  // namespace fedltr
