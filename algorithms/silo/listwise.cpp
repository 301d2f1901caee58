#include "algorithms/silo/listwise.hpp"

#include <algorithm>
#include <cmath>
#include <tuple>
#include <utility>

#include "algorithms/core/math.hpp"
#include "algorithms/core/numbers_below.hpp"
#include "algorithms/core/require.hpp"
#include "algorithms/ranking/list_loss.hpp"
#include "algorithms/silo/listwise_joint.hpp"

namespace fedltr {
namespace {

constexpr std::size_t kCutoff = 10;
/// Standard errors by which queries must speak for another start than the
/// first, or held-out ones against a joint model.
constexpr double kTolerance = 2;

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
  auto order = numbers_below<Index>(list.grades.size());
  std::ranges::sort(order, {},
                    [&](Index i) { return std::tuple(-scores(i), i); });
  std::vector<std::uint8_t> ranked;
  for (const Index i : order) ranked.push_back(list.grades[i]);
  return ndcg(ranked, list.grades, kCutoff);
}

bool is_start(const VectorView& parameters) {
  for (std::uint32_t i = 0; i < kListwiseStarts; ++i)
    if (parameters == listwise_start(parameters.size() - 1, i)) return true;
  return false;
}

}  // namespace

Vector listwise_start(Index features, std::uint32_t candidate) {
  require(features >= 2, "listwise training needs BM25 of title and body");
  require(candidate < kListwiseStarts, "no such start");
  Vector start = Vector::Zero(features + 1);
  if (candidate != 1) start(0) = kStartWeight;
  if (candidate != 2) start(1) = kStartWeight;
  return start;
}

ListwiseStage::ListwiseStage(const ListwiseOptions& options,
                             std::uint32_t iteration)
    : chooses(iteration < kListwiseStarts), fold(0), step(iteration) {
  if (chooses) return;
  fold = (iteration - kListwiseStarts) / (options.steps + 1);
  step = (iteration - kListwiseStarts) % (options.steps + 1);
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
      labelled_(std::move(labelled)),
      cross_(std::move(cross)),
      learns_(learns) {
  require(options.folds >= 2 && options.steps >= 1,
          "listwise training needs two folds and a step");
  for (const RankedList& list : labelled_) targets_.push_back(target_of(list));
  start_at(listwise_start(features));
}

void ListwiseTrainer::start_at(const VectorView& start) {
  const auto weights = start.head(start.size() - 1);
  start_ = start;
  gains_.assign(options_.steps + 1, Gains());
  at_start_.clear();
  for (const RankedList& list : labelled_)
    at_start_.push_back(ndcg_of(list, weights));
  cross_targets_.clear();
  for (const RankedList& list : cross_)
    cross_targets_.push_back(softmax(list.features * weights));
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

void ListwiseTrainer::Gains::add(double gain) {
  count += 1;
  const double before = gain - mean;
  mean += before / count;
  squares += before * (gain - mean);
}

double ListwiseTrainer::Gains::error() const {
  return count < 2 ? 1 : std::sqrt(squares / count / (count - 1));
}

double ListwiseTrainer::validate(const VectorView& weights,
                                 const ListwiseStage& stage) {
  double sum = 0;
  double count = 0;
  for (std::size_t i = stage.fold; i < labelled_.size(); i += options_.folds) {
    if (targets_[i].size() == 0) continue;
    const double value = ndcg_of(labelled_[i], weights);
    gains_[stage.step].add(value - at_start_[i]);
    sum += value;
    ++count;
  }
  return count > 0 ? sum / count : 0;
}

double ListwiseTrainer::mean_ndcg(const VectorView& parameters) const {
  double sum = 0;
  double count = 0;
  for (std::size_t i = 0; i < labelled_.size(); ++i) {
    if (targets_[i].size() == 0) continue;
    sum += ndcg_of(labelled_[i], parameters.head(parameters.size() - 1));
    ++count;
  }
  return count > 0 ? sum / count : 0;
}

double ListwiseTrainer::judge_start(const VectorView& start) const {
  const Index features = start.size() - 1;
  const Vector first = listwise_start(features);
  Gains gains;
  for (std::size_t i = 0; i < labelled_.size(); ++i)
    if (targets_[i].size() > 0)
      gains.add(ndcg_of(labelled_[i], start.head(features)) -
                ndcg_of(labelled_[i], first.head(features)));
  const double doubt = start == first ? 0 : kTolerance * gains.error();
  return mean_ndcg(first) + gains.mean - doubt;
}

Vector ListwiseTrainer::answer(const VectorView& parameters,
                               std::uint32_t iteration, Instances instances) {
  const Index features = start_.size() - 1;
  require(parameters.size() == start_.size(),
          "a model's parameters have its size");
  const ListwiseStage stage(options_, iteration);
  const auto weights = parameters.head(features);
  if (stage.chooses || stage.starts())
    require(is_start(parameters), "training starts at an untrained ranker");
  Vector told = Vector::Zero(start_.size());
  if (stage.chooses) {
    told(features) = judge_start(parameters);
    return told;
  }
  if (stage.starts()) start_at(parameters);
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
  const ListwiseStage stage(options_, iteration);
  if (stage.chooses) return start_;
  const Gains& gains = gains_[stage.step];
  if (gains.mean < -kTolerance * gains.error()) return start_;
  return mean_ndcg(joint) < mean_ndcg(start_) ? start_ : Vector(joint);
}

}  // namespace fedltr
