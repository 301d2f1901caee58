#include "algorithms/members/member_learner.hpp"

#include <cmath>
#include <numeric>
#include <utility>

#include "algorithms/privacy/gamma_laplace.hpp"
#include "algorithms/ranking/list_loss.hpp"

namespace fedltr {
namespace {

/// Cuts numbers to whole quanta toward zero. If the sum were cut instead, a
/// query could move each number by a quantum more.
void cut(Vector& step, double quantum) {
  constexpr double kBelow = 1 - 0x1p-30;  // what rounding adds stays below
  if (quantum > 0)
    for (double& value : step)
      value = quantum * std::trunc(value / quantum * kBelow);
}

}  // namespace

MemberLearner::MemberLearner(MemberTraining training,
                             std::shared_ptr<const Dataset> own)
    : training_(std::move(training)), own_(std::move(own)) {
  for (Index query = 0; query < own_->queries(); ++query)
    if (Vector target = target_of_gains(own_->labels_of(query));
        target.size() > 0)
      judged_.push_back({query, std::move(target)});
}

/// Adds the negative gradient of a query's loss.
void MemberLearner::add_gradient(const Judged& judged, const VectorView& model,
                                 Eigen::Ref<Vector> sum) const {
  std::vector<double> room;
  const auto features = own_->features_of(judged.query, room);
  Vector scores(features.rows());
  Activations kept;
  training_.ranker->score_keeping(model, features, scores, kept);
  const Vector weights = judged.target - softmax(scores);
  std::vector<Index> documents(static_cast<std::size_t>(features.rows()));
  std::iota(documents.begin(), documents.end(), Index{0});
  training_.ranker->step_from(
      kept, model, features, documents,
      {weights.data(), static_cast<std::size_t>(weights.size())}, sum);
}

Vector MemberLearner::part(const VectorView& model) const {
  Vector part = Vector::Zero(model.size());
  if (judged_.empty()) return part;
  if (training_.unit == PrivacyUnit::kQuery) {
    for (const Judged& each : judged_) {
      Vector step = Vector::Zero(model.size());
      add_gradient(each, model, step);
      step *= training_.rate;
      clip_norm(step, training_.clip);
      cut(step, training_.quantum);
      part += step;
    }
    return part;
  }
  Vector local = model;
  for (std::uint32_t step = 0; step < training_.steps; ++step) {
    Vector ascent = Vector::Zero(model.size());
    for (const Judged& each : judged_) add_gradient(each, local, ascent);
    local += training_.rate / static_cast<double>(judged_.size()) * ascent;
  }
  part = local - model;
  clip_norm(part, training_.clip);
  return part;
}

}  // namespace fedltr
