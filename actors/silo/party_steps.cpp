// The part of a party that trains, before and after its questions.
#include <string>
#include <utility>

#include "actors/silo/step_messages.hpp"
#include "actors/silo/training_party.hpp"

namespace fedltr {
namespace {

constexpr const char* kMomentMasks = "moments";

}  // namespace

void TrainingParty::gather_own() {
  if (record_) return;
  record_ = std::make_shared<PartyRecord>();
  record_->instances = labelled_instances(
      collection(), share(), party(), asking_->queries(), plan().options,
      [&](std::span<const Judgement> pairs) {
        return own_features(collection(), pairs, statistics(),
                            plan().options.constants);
      });
}

/// Begins the training, once all parties' questions are answered.
/// @throws std::invalid_argument  before this party's are
void TrainingParty::begin_training() {
  require(ready_, "comes before the questions are answered");
  if (training_) return;
  PartyInstances& instances = record_->instances;
  instances.cross = asking_->cross();
  record_->found = asking_->found();
  asking_.reset();
  training_.emplace(
      party_training_of(party(), instances, *joint_, model_, plan().options));
  cursor_.emplace(plan().methods, trainer_config(*model_, plan().options),
                  can_train_);
}

void TrainingParty::take(const SiloMessage& message, const AskMoments&) {
  const std::uint32_t request = message.request;
  // Once, and once more for each party that is excluded meanwhile.
  require(plan().sums_moments() && is_open() && !joint_ &&
              request == ++asked_moments_ && request <= plan().parties(),
          "comes out of turn");
  require_masks();
  gather_own();
  const Matrix features = record_->instances.features.leftCols(kTextFeatures);
  MaskedMoments told{{ring_of(FeatureMoments::of(features))}};
  keys().hide(told.numbers, kMomentMasks, request);
  send(kRelay, message_of(told, request));
}

/// @throws std::invalid_argument  for a sum that can't include this party's
void TrainingParty::check_moments(const MomentSum& sum) const {
  if (!plan().sums_moments())
    return require(sum.numbers.empty(), "was not asked for");
  require(asked_moments_ > 0 &&
              sum.numbers.size() == ring_numbers(kTextFeatures) &&
              are_moments(sum.numbers, keys().members().size()),
          "is impossible for this number of parties");
  const FeatureMoments moments = moments_of_ring(sum.numbers);
  require(
      moments.count >= static_cast<double>(record_->instances.features.rows()),
      "leaves out this party's instances");
}

void TrainingParty::take(const SiloMessage&, const MomentSum& sum) {
  require(is_open() && !joint_, "comes out of turn");
  gather_own();
  check_moments(sum);
  model_ = silo_model(plan().options, plan().grades);
  joint_ = plan().sums_moments()
               ? Scaling(moments_of_ring(sum.numbers))
               : own_scaling(model_->own_columns(record_->instances.features));
  if (plan().asks && hooks().may_ask)
    asking_->ask_only([this](std::uint32_t query) {
      return hooks().may_ask(collection().words_of_query(query));
    });
  for (auto& [owner, question] : asking_->first_questions())
    send(owner, std::move(question));
  say_when_ready();
}

void TrainingParty::perform(const SiloMessage& message) {
  begin_training();
  const std::size_t method = message.request / kIterations;
  require(method < plan().methods.size(), "is of no method");
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
