// The part of a party that trains, after its questions are answered.
#include <utility>

#include "actors/silo/step_messages.hpp"
#include "actors/silo/training_party.hpp"

namespace fedltr {
namespace {

constexpr const char* kMomentMasks = "moments";

}  // namespace

void TrainingParty::gather() {
  if (record_) return;
  record_ = std::make_shared<PartyRecord>();
  PartyInstances& made = record_->instances;
  made = labelled_instances(
      collection(), share(), asking_->queries(), plan().options,
      [&](std::span<const Judgement> pairs) {
        return own_features(collection(), pairs, statistics(),
                            plan().options.constants);
      });
  made.cross = asking_->cross();
  record_->found = asking_->found();
  asking_.reset();
}

void TrainingParty::on_moments_asked(std::uint32_t request) {
  require(is_open() && asked_moments_.insert(request).second,
          "moments asked for out of turn");
  require_masks();
  gather();
  const Matrix features = record_->instances.features.leftCols(kTextFeatures);
  MaskedMoments told{{ring_of(FeatureMoments::of(features))}};
  keys().hide(told.numbers, kMomentMasks, request);
  send(kRelay, message_of(told, request));
}

void TrainingParty::on_moments(const MomentSum& sum) {
  require(is_open() && !training_, "a sum of moments out of turn");
  gather();
  const PartyInstances& instances = record_->instances;
  model_ = silo_model(plan().options, plan().grades);
  const Scaling joint(
      plan().sums_moments()
          ? Scaling(moments_of_ring(sum.numbers))
          : own_scaling(model_->own_columns(instances.features)));
  training_.emplace(
      party_training_of(party(), instances, joint, model_, plan().options));
}

void TrainingParty::on_step(const SiloMessage& message) {
  require(training_ && message.request / kIterations < plan().methods.size(),
          "a step out of turn");
  const std::string& name = plan().methods.at(message.request / kIterations);
  const TrainingStep step = step_of_message(
      message, find(silo_methods(), name).make, model_->parameters());
  Vector result;
  try {
    result = training_->perform(step);
  } catch (const DivergedError& error) {
    return end_run(name + " of party " + std::to_string(party()) + " " +
                   error.what());
  }
  if (step.kind == TrainingStep::Kind::kGradient)
    return send(kRelay, message_of(Gradient{{result}}, message.request));
  if (step.kind == TrainingStep::Kind::kTellModel)
    return send(kRelay, message_of(LocalModel{{result}}, message.request));
  if (step.keeps()) {
    record_->models[name] = std::move(result);
    record_->curves[name] = training_->take_curve();
  }
  if (step.awaits()) send(kRelay, message_of(Trained(), message.request));
}

}  // namespace fedltr
