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
          "comes out of turn");
  require_masks();
  gather();
  const Matrix features = record_->instances.features.leftCols(kTextFeatures);
  MaskedMoments told{{ring_of(FeatureMoments::of(features))}};
  keys().hide(told.numbers, kMomentMasks, request);
  send(kRelay, message_of(told, request));
}

/// @throws std::invalid_argument  for a sum that can't include this party's
void TrainingParty::check_moments(const MomentSum& sum) const {
  if (!plan().sums_moments())
    return require(sum.numbers.empty(), "was not asked for");
  require(!asked_moments_.empty() &&
              sum.numbers.size() == ring_numbers(kTextFeatures) &&
              are_moments(sum.numbers, keys().members().size()),
          "is impossible for so many parties");
  const FeatureMoments moments = moments_of_ring(sum.numbers);
  require(
      moments.count >= static_cast<double>(record_->instances.features.rows()),
      "leaves out this party's instances");
}

void TrainingParty::on_moments(const MomentSum& sum) {
  require(is_open() && !training_, "comes out of turn");
  gather();
  const PartyInstances& instances = record_->instances;
  check_moments(sum);
  model_ = silo_model(plan().options, plan().grades);
  const Scaling joint(
      plan().sums_moments()
          ? Scaling(moments_of_ring(sum.numbers))
          : own_scaling(model_->own_columns(instances.features)));
  training_.emplace(
      party_training_of(party(), instances, joint, model_, plan().options));
  cursor_.emplace(plan().methods, trainer_config(*model_, plan().options),
                  can_train_);
}

void TrainingParty::on_step(const SiloMessage& message) {
  const std::size_t method = message.request / kIterations;
  require(cursor_ && method < plan().methods.size(), "is not agreed on now");
  const std::string& name = plan().methods[method];
  const TrainingStep step = step_of_message(
      message, find(silo_methods(), name).make, model_->parameters());
  cursor_->take(method, step);
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
    require(step.kind != TrainingStep::Kind::kFinalModel || result.allFinite(),
            "makes a model that is not finite");
    record_->models[name] = std::move(result);
    record_->curves[name] = training_->take_curve();
  }
  if (step.awaits()) send(kRelay, message_of(Trained(), message.request));
}

}  // namespace fedltr
