#include "algorithms/silo/listwise_joint.hpp"

#include <algorithm>
#include <string>

#include "algorithms/core/require.hpp"

namespace fedltr {

ListwiseJoint::ListwiseJoint(const ListwiseOptions& options, Index features,
                             Instances instances, const PartyRule& rule)
    : options_(options),
      instances_(instances),
      start_(listwise_start(features)),
      model_(start_),
      rate_(options.rate),
      quality_(options.steps + 1),
      gradients_(rule) {}

std::uint32_t ListwiseJoint::best_step() const {
  return std::ranges::max_element(quality_) - quality_.begin();
}

std::optional<TrainingStep> ListwiseJoint::next(
    const std::set<std::uint32_t>& members) {
  require(!members.empty(), "joint training needs a party");
  if (ended_) return std::nullopt;
  const ListwiseStage stage(options_, iteration_);
  const bool last = stage.fold >= options_.folds && stage.step >= best_step();
  ended_ = last;
  return TrainingStep{
      last ? TrainingStep::Kind::kFinalModel : TrainingStep::Kind::kGradient,
      {members.begin(), members.end()},
      model_,
      iteration_,
      instances_};
}

void ListwiseJoint::descend(std::span<const Vector> gradients) {
  const Vector gradient = gradients_(gradients);
  // The gradients of other parties do not compare.
  if (told_ == gradients.size() && gradient.norm() > slope_) {
    rate_ /= 2;
  } else {
    before_ = model_;
    gradient_ = gradient;
    slope_ = gradient.norm();
    told_ = gradients.size();
  }
  model_ = before_;
  model_.head(start_.size() - 1) -= rate_ * gradient_;
}

void ListwiseJoint::combine(std::span<const Vector> answers) {
  const Index features = start_.size() - 1;
  const ListwiseStage stage(options_, iteration_);
  if (!answers.empty()) {
    std::vector<Vector> gradients;
    std::vector<double> said;
    for (const Vector& answer : answers) {
      gradients.emplace_back(answer.head(features));
      // No party's report may exceed the best possible value.
      said.push_back(std::clamp(answer(features), 0.0, 1.0));
    }
    // The last stage holds out no query: a report there would move its end.
    if (stage.fold < options_.folds)
      gradients_.add_quality(said, quality_[stage.step]);
    descend(gradients);
  }
  if (is_beyond_bounds(model_))
    throw DivergedError("diverged in iteration " + std::to_string(iteration_) +
                        ": lower silo.rate (or a party is malicious)");
  ++iteration_;
  if (stage.fold < options_.folds && stage.step == options_.steps) {
    model_ = start_;
    rate_ = options_.rate;
    told_ = 0;
  }
}

}  // namespace fedltr
