#include "actors/silo/training_lead.hpp"

#include <algorithm>
#include <array>
#include <cstdio>
#include <stdexcept>
#include <utility>

#include "algorithms/silo/methods.hpp"

namespace fedltr {
namespace {

/// An honest party's gradients differ from the others' by far less: features
/// are standardised, or scores of retrieval.
constexpr double kOutlier = 1000;

std::string text_of(double number) {
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), "%.3g", number);
  return text.data();
}

}  // namespace

TrainingLead::TrainingLead(std::vector<std::string> methods,
                           SiloTrainerConfig config)
    : methods_(std::move(methods)), config_(std::move(config)) {}

std::optional<TrainingLead::Request> TrainingLead::next(
    const std::set<std::uint32_t>& members) {
  for (; method_ < methods_.size(); ++method_) {
    if (!trainer_) {
      trainer_ = find(silo_methods(), methods_[method_]).make.trainer(config_);
      hostile_.emplace(config_.attack);
      largest_.clear();
      first_large_.clear();
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
  if (std::holds_alternative<Trained>(answer.body())) return;
  const auto* gradient = std::get_if<Gradient>(&answer.body());
  const Vector& values =
      gradient ? gradient->values : body_of<LocalModel>(answer).values;
  require_parameters(values, config_.parameters);
  if (values.cwiseAbs().maxCoeff() > kMaxParameter) {
    if (gradient && kOutlier * largest_gradient() > kMaxParameter)
      throw TrainingError(methods_[method_] +
                          " diverged to a gradient beyond all bounds: lower "
                          "silo.rate (or a party is malicious)" +
                          largest_gradients());
    throw std::invalid_argument("sent numbers beyond all bounds");
  }
  answers_[answer.from] = values;
}

std::map<std::uint32_t, std::string> TrainingLead::outliers() const {
  std::map<std::uint32_t, std::string> found;
  if (answers_.size() < 3) return found;
  std::vector<double> sizes;
  for (const auto& [party, values] : answers_)
    sizes.push_back(values.cwiseAbs().maxCoeff());
  // With one party's numbers left out, the median moves by one place at most.
  const auto middle = sizes.begin() + std::ssize(sizes) / 2;
  std::ranges::nth_element(sizes, middle);
  const double bound = kOutlier * std::max(*middle, 1.0);
  for (const auto& [party, values] : answers_)
    if (const double size = values.cwiseAbs().maxCoeff(); size > bound)
      found[party] = "sent numbers up to " + text_of(size) +
                     ", where the median of all is " + text_of(*middle);
  return found;
}

/// Returns what shows which party made the model diverge, if one did.
std::string TrainingLead::largest_gradients() const {
  std::string text;
  for (const auto& [party, size] : largest_)
    text += (text.empty() ? "" : ", ") + text_of(size) + " of party " +
            std::to_string(party);
  if (text.empty()) return "";
  return "; the largest gradients were " + text +
         (first_large_.empty() ? ""
                               : "; the first more than 1000 times as large as "
                                 "all before: " +
                                     first_large_);
}

/// Returns the largest gradient of the method so far, at least 1.
double TrainingLead::largest_gradient() const {
  double largest = 1;
  for (const auto& [party, size] : largest_) largest = std::max(largest, size);
  return largest;
}

/// Once a model is far off, honest gradients are large as well, so the first
/// large one matters.
void TrainingLead::note_gradients() {
  const double before = largest_gradient();
  const bool is_first = first_large_.empty();
  for (const auto& [party, values] : answers_) {
    const double size = values.cwiseAbs().maxCoeff();
    largest_[party] = std::max(largest_[party], size);
    if (is_first && size > kOutlier * before)
      first_large_ += (first_large_.empty() ? "" : ", ") + text_of(size) +
                      " of party " + std::to_string(party);
  }
}

void TrainingLead::combine() {
  if (kind_ == TrainingStep::Kind::kGradient) note_gradients();
  hostile_->act(kind_, answers_);
  std::vector<Vector> values;
  for (auto& [party, value] : answers_) values.push_back(std::move(value));
  answers_.clear();
  try {
    trainer_->combine(values);
  } catch (const TrainingError& error) {
    throw TrainingError(methods_[method_] + " " + error.what() +
                        largest_gradients());
  }
}

}  // namespace fedltr
