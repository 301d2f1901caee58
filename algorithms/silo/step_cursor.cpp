#include "algorithms/silo/step_cursor.hpp"

#include <utility>

#include "algorithms/core/require.hpp"
#include "algorithms/silo/methods.hpp"

namespace fedltr {
namespace {

std::string text_of(TrainingStep::Kind kind, std::uint32_t iteration) {
  using Kind = TrainingStep::Kind;
  switch (kind) {
    case Kind::kKeepModel:
      return "training alone";
    case Kind::kTellModel:
      return "a local model";
    case Kind::kLabelCross:
      return "labels of cross instances";
    case Kind::kGradient:
      return "gradient " + std::to_string(iteration + 1);
    case Kind::kFinalModel:
      return "the final model, after " + std::to_string(iteration) +
             " gradients";
  }
  return "";
}

}  // namespace

StepCursor::StepCursor(std::vector<std::string> methods,
                       const SiloTrainerConfig& config, bool learns)
    : names_(std::move(methods)), learns_(learns) {
  for (const std::string& name : names_)
    courses_.push_back(find(silo_methods(), name).make.course(config));
  skip_empty();
}

/// Skips methods that need no answer of a party without labels.
void StepCursor::skip_empty() {
  while (!done() && !learns_ && !courses_[method_].is_joint()) ++method_;
}

bool StepCursor::is_next(std::size_t method, const TrainingStep& step) const {
  if (done() || method != method_) return false;
  const StepCourse& course = courses_[method];
  if (!learns_)
    return step.kind == Kind::kFinalModel &&
           step.iteration >= course.least_gradients &&
           step.iteration <= course.most_gradients;
  if (opened_ < course.opening.size())
    return step.kind == course.opening[opened_] && step.iteration == 0;
  if (step.iteration != gradients_) return false;
  return step.kind == Kind::kGradient
             ? gradients_ < course.most_gradients &&
                   step.instances == course.instances
             : step.kind == Kind::kFinalModel &&
                   gradients_ >= course.least_gradients;
}

/// Names the next step, or the next two if the lead may choose.
std::string StepCursor::next() const {
  if (done()) return "no step is left";
  const StepCourse& course = courses_[method_];
  std::string text = "next is ";
  if (learns_ && opened_ < course.opening.size()) {
    text += text_of(course.opening[opened_], 0);
  } else if (!learns_) {
    text += "the final model";
  } else {
    if (gradients_ < course.most_gradients)
      text += text_of(Kind::kGradient, gradients_);
    if (gradients_ >= course.least_gradients)
      text += (gradients_ < course.most_gradients ? " or " : "") +
              text_of(Kind::kFinalModel, gradients_);
  }
  return text + " of " + names_[method_];
}

void StepCursor::take(std::size_t method, const TrainingStep& step) {
  require(method < names_.size(), "asks for a step of an unknown method");
  if (!is_next(method, step))
    require(false, "asks for " + text_of(step.kind, step.iteration) + " of " +
                       names_[method] +
                       ", which is not agreed on now: " + next());
  const StepCourse& course = courses_[method];
  if (learns_ && opened_ < course.opening.size())
    ++opened_;
  else if (step.kind == Kind::kGradient)
    ++gradients_;
  const bool over = course.is_joint() ? step.kind == Kind::kFinalModel
                                      : opened_ == course.opening.size();
  if (!over) return;
  ++method_;
  opened_ = 0;
  gradients_ = 0;
  skip_empty();
}

}  // namespace fedltr
