// The part of a party that trains, after its questions are answered.
#include <algorithm>
#include <iterator>
#include <utility>

#include "actors/silo/party.hpp"
#include "actors/silo/step_messages.hpp"

namespace fedltr {
namespace {

constexpr const char* kMomentMasks = "moments";

}  // namespace

void PartyState::accept_training(const SiloMessage& message) {
  switch (message.type()) {
    case MessageType::kAskMoments:
      return on_moments_asked(message.request);
    case MessageType::kMomentSum:
      return on_moments(body_of<MomentSum>(message));
    case MessageType::kTrainAlone:
    case MessageType::kGenerator:
    case MessageType::kGradientStep:
    case MessageType::kFinalModel:
      return on_step(message);
    case MessageType::kEnd:
      return on_end();
    default:
      return accept_metrics(message);
  }
}

void PartyState::gather() {
  if (phase_ == Phase::kTraining) return;
  phase_ = Phase::kTraining;
  record_ = std::make_shared<PartyRecord>();
  PartyInstances& made = record_->instances;
  made = labelled_instances(collection(), share(), queries_, plan_->options,
                            [&](std::span<const Judgement> pairs) {
                              return own_features(collection(), pairs,
                                                  *statistics_);
                            });
  made.cross = cross_instances(inquiries_);
  for (const auto& [owner, inquiry] : inquiries_)
    std::ranges::copy(inquiry.found(), std::back_inserter(record_->found));
  inquiries_.clear();
}

void PartyState::on_moments_asked(std::uint32_t request) {
  require(statistics_ && asked_moments_.insert(request).second,
          "moments asked for out of turn");
  require_masks();
  gather();
  const Matrix features = record_->instances.features.leftCols(kTextFeatures);
  MaskedMoments told{{ring_of(FeatureMoments::of(features))}};
  keys_->hide(told.numbers, kMomentMasks, request);
  send(kRelay, message_of(told, request));
}

void PartyState::on_moments(const MomentSum& sum) {
  require(statistics_ && !training_, "a sum of moments out of turn");
  gather();
  const PartyInstances& instances = record_->instances;
  model_ = silo_model(plan_->options, plan_->grades);
  const Scaling joint(
      plan_->sums_moments()
          ? Scaling(moments_of_ring(sum.numbers))
          : own_scaling(model_->own_columns(instances.features)));
  training_.emplace(
      party_training_of(party_, instances, joint, model_, plan_->options));
}

void PartyState::on_step(const SiloMessage& message) {
  require(training_ && message.request / kIterations < plan_->methods.size(),
          "a step out of turn");
  const std::string& name = plan_->methods.at(message.request / kIterations);
  const TrainingStep step = step_of_message(
      message, find(silo_methods(), name).make, model_->parameters());
  Vector result;
  try {
    result = training_->perform(step);
  } catch (const DivergedError& error) {
    return end_run(name + " of party " + std::to_string(party_) + " " +
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
