#include "algorithms/silo/listwise.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <tuple>
#include <utility>

#include "algorithms/core/math.hpp"
#include "algorithms/core/require.hpp"
#include "algorithms/ranking/metrics.hpp"
#include "algorithms/silo/listwise_joint.hpp"

namespace fedltr {
namespace {

constexpr std::size_t kCutoff = 10;

Vector softmax(const VectorView& scores) {
  Vector values(padded(scores.size()));
  values.setZero();
  values.head(scores.size()) = scores.array() - scores.maxCoeff();
  exp_in_place(values.data(), scores.size());
  return values.head(scores.size()) / values.head(scores.size()).sum();
}

/// Equal weights over the relevant documents; empty if there are none.
Vector target_of(const RankedList& list) {
  Vector target(std::ssize(list.grades));
  for (Index i = 0; i < target.size(); ++i) target(i) = list.grades[i] > 0;
  const double relevant = target.sum();
  return relevant > 0 ? Vector(target / relevant) : Vector();
}

double weight_of(const RankedList& list) {
  return std::sqrt(static_cast<double>(
      std::ranges::count_if(list.grades, [](int g) { return g > 0; })));
}

double ndcg_of(const RankedList& list, const VectorView& weights) {
  const Vector scores = list.features * weights;
  std::vector<Index> order(list.grades.size());
  std::iota(order.begin(), order.end(), Index{0});
  std::ranges::sort(order, {},
                    [&](Index i) { return std::tuple(-scores(i), i); });
  std::vector<std::uint8_t> ranked;
  for (const Index i : order) ranked.push_back(list.grades[i]);
  return ndcg(ranked, list.grades, kCutoff);
}

}  // namespace

Vector listwise_start(Index features) {
  require(features >= 2, "listwise training needs BM25 of title and body");
  Vector start = Vector::Zero(features + 1);
  start.head(2).setConstant(kStartWeight);
  return start;
}

double add_list_gradient(const MatrixView& features, const VectorView& target,
                         const VectorView& weights, double weight,
                         Eigen::Ref<Vector> gradient) {
  const Vector scores = features * weights;
  const Vector probabilities = softmax(scores);
  gradient += weight * (features.transpose() * (probabilities - target));
  double loss = 0;
  for (Index i = 0; i < target.size(); ++i)
    loss -= target(i) * portable_log(std::max(probabilities(i), 1e-300));
  return weight * loss;
}

ListwiseTrainer::ListwiseTrainer(const ListwiseOptions& options, Index features,
                                 std::vector<RankedList> labelled,
                                 std::vector<RankedList> cross, bool learns)
    : options_(options),
      start_(listwise_start(features)),
      labelled_(std::move(labelled)),
      cross_(std::move(cross)),
      learns_(learns),
      gains_(options.steps + 1) {
  require(options.folds >= 2 && options.steps >= 1,
          "listwise training needs two folds and a step");
  for (const RankedList& list : labelled_) {
    targets_.push_back(target_of(list));
    at_start_.push_back(ndcg_of(list, start_.head(features)));
  }
  for (const RankedList& list : cross_)
    cross_targets_.push_back(softmax(list.features * start_.head(features)));
}

Vector ListwiseTrainer::gradient(const VectorView& weights, std::uint32_t fold,
                                 Instances instances) const {
  Vector sum = Vector::Zero(weights.size());
  double all = 0;
  for (std::size_t i = 0; i < labelled_.size(); ++i) {
    if (i % options_.folds == fold || targets_[i].size() == 0) continue;
    const double weight = weight_of(labelled_[i]);
    add_list_gradient(labelled_[i].features, targets_[i], weights, weight, sum);
    all += weight;
  }
  Vector total = options_.l2 * (weights - start_.head(weights.size()));
  if (all > 0) total += sum / all;
  if (instances == Instances::kLabelled || cross_.empty()) return total;
  sum.setZero();
  for (std::size_t i = 0; i < cross_.size(); ++i)
    add_list_gradient(cross_[i].features, cross_targets_[i], weights, 1, sum);
  return total + options_.cross_weight / cross_.size() * sum;
}

double ListwiseTrainer::validate(const VectorView& weights,
                                 const ListwiseStage& stage) {
  double sum = 0;
  double count = 0;
  for (std::size_t i = stage.fold; i < labelled_.size(); i += options_.folds) {
    if (targets_[i].size() == 0) continue;
    const double value = ndcg_of(labelled_[i], weights);
    const double gain = value - at_start_[i];
    Gains& gains = gains_[stage.step];
    gains.count += 1;
    const double before = gain - gains.mean;
    gains.mean += before / gains.count;
    gains.squares += before * (gain - gains.mean);
    sum += value;
    ++count;
  }
  return count > 0 ? sum / count : 0;
}

Vector ListwiseTrainer::answer(const VectorView& parameters,
                               std::uint32_t iteration, Instances instances) {
  const Index features = start_.size() - 1;
  require(parameters.size() == start_.size(),
          "a model's parameters have its size");
  const ListwiseStage stage(options_, iteration);
  const auto weights = parameters.head(features);
  if (iteration == 0) std::ranges::fill(gains_, Gains());
  Vector told(start_.size());
  told.head(features) = gradient(weights, stage.fold, instances);
  told(features) = stage.fold < options_.folds ? validate(weights, stage) : 0;
  return told;
}

Vector ListwiseTrainer::train_alone(Instances instances) {
  ListwiseJoint lead(options_, start_.size() - 1, instances);
  Vector model = start_;
  while (const auto step = lead.next({0})) {
    if (step->kind == TrainingStep::Kind::kFinalModel) {
      model = keep(step->parameters, step->iteration);
      continue;
    }
    const Vector told = answer(step->parameters, step->iteration, instances);
    lead.combine({&told, 1});
  }
  return model;
}

Vector ListwiseTrainer::keep(const VectorView& joint,
                             std::uint32_t iteration) const {
  const Gains& gains = gains_[ListwiseStage(options_, iteration).step];
  if (gains.count < 2) return joint;
  const double error =
      std::sqrt(gains.squares / gains.count / (gains.count - 1));
  return gains.mean < -2 * error ? start_ : Vector(joint);
}

}  // namespace fedltr
