#include "actors/silo/training_lead.hpp"

#include <utility>

#include "algorithms/silo/methods.hpp"

namespace fedltr {

TrainingLead::TrainingLead(std::vector<std::string> methods,
                           SiloTrainerConfig config)
    : methods_(std::move(methods)), config_(std::move(config)) {}

std::optional<TrainingLead::Request> TrainingLead::next(
    const std::set<std::uint32_t>& members) {
  for (; method_ < methods_.size(); ++method_) {
    if (!trainer_) {
      trainer_ = find(silo_methods(), methods_[method_]).make.trainer(config_);
      hostile_.emplace(config_.attack);
    }
    if (auto step = trainer_->next(members)) {
      kind_ = step->kind;
      Request request{message_of_step(*step, method_),
                      step->parties,
                      step->is_for_all(),
                      {}};
      if (step->awaits()) request.answer = answer_to(*step);
      return request;
    }
    trainer_.reset();
  }
  return std::nullopt;
}

void TrainingLead::take(const SiloMessage& answer) {
  if (answer.type() == MessageType::kTrained) {
    body_of<Trained>(answer);
    return;
  }
  Vector values = answer.type() == MessageType::kGradient
                      ? body_of<Gradient>(answer).values
                      : body_of<LocalModel>(answer).values;
  require_parameters(values, config_.parameters);
  require(values.cwiseAbs().maxCoeff() <= kMaxParameter,
          "sent numbers beyond all bounds; if all do, silo.rate is too high");
  answers_[answer.from] = std::move(values);
}

void TrainingLead::combine() {
  hostile_->act(kind_, answers_);
  std::vector<Vector> values;
  for (auto& [party, value] : answers_) values.push_back(std::move(value));
  answers_.clear();
  try {
    trainer_->combine(values);
  } catch (const TrainingError& error) {
    throw TrainingError(methods_[method_] + " " + error.what());
  }
}

}  // namespace fedltr
