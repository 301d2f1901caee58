#include "algorithms/silo/listwise_joint.hpp"

#include <algorithm>
#include <string>

#include "algorithms/core/require.hpp"

namespace fedltr {

ListwiseJoint::ListwiseJoint(const ListwiseOptions& options, Index features,
                             Instances instances, const PartyRule& rule)
    : options_(options),
      instances_(instances),
      features_(features),
      starts_(kListwiseStarts),
      quality_(options.steps + 1),
      gradients_(rule) {
  begin_stage();
}

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

StepCourse listwise_course(const ListwiseOptions& options,
                           Instances instances) {
  const std::uint32_t last_stage =
      kListwiseStarts + options.folds * (options.steps + 1);
  return {{}, last_stage, last_stage + options.steps, instances};
}

void ListwiseJoint::begin_stage() {
  const ListwiseStage stage(options_, iteration_);
  if (!stage.chooses && stage.step > 0) return;
  const std::uint32_t candidate =
      stage.chooses ? stage.step
                    : std::ranges::max_element(starts_) - starts_.begin();
  model_ = listwise_start(features_, candidate);
  rate_ = options_.rate;
  told_ = 0;
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
  model_.head(features_) -= rate_ * gradient_;
}

void ListwiseJoint::combine(std::span<const Vector> answers) {
  const ListwiseStage stage(options_, iteration_);
  if (!answers.empty()) {
    std::vector<Vector> gradients;
    std::vector<double> said;
    for (const Vector& answer : answers) {
      gradients.emplace_back(answer.head(features_));
      // No party's report may exceed the best possible value.
      said.push_back(std::clamp(answer(features_), 0.0, 1.0));
    }
    if (stage.chooses) gradients_.add_quality(said, starts_[stage.step]);
    // The last stage holds out no query: a report there would move its end.
    else if (stage.fold < options_.folds)
      gradients_.add_quality(said, quality_[stage.step]);
    if (!stage.chooses) descend(gradients);
  }
  if (is_beyond_bounds(model_))
    throw DivergedError("diverged in iteration " + std::to_string(iteration_) +
                        ": lower silo.rate (or a party is malicious)");
  ++iteration_;
  begin_stage();
}

}  // namespace fedltr
