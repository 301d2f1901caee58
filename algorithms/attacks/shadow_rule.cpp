#include "algorithms/attacks/shadow_rule.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "algorithms/core/archive.hpp"
#include "algorithms/core/numbers_below.hpp"

namespace fedltr {
namespace {

/// Draws models for `others` clients, distributed as the known ones.
Matrix imagine(const AttackInput& input, const Vector& mean, Index others) {
  const Index known = input.honest.rows();
  const Matrix deviations = input.honest.rowwise() - mean.transpose();
  const double scale =
      known > 1 ? 1 / std::sqrt(static_cast<double>(known - 1)) : 0;
  Rng rng = input.rng;
  Vector weights(known);
  Matrix models(others, mean.size());
  for (Index i = 0; i < others; ++i) {
    rng.fill_normal(weights);
    models.row(i) = mean.transpose() + scale * weights.transpose() * deviations;
  }
  return models;
}

/// Numbers of the attackers, then of the others.
std::vector<std::uint32_t> numbers_of(const AttackInput& input, Index rows) {
  std::vector<std::uint32_t> numbers(static_cast<std::size_t>(rows));
  if (input.known.empty()) {
    std::iota(numbers.begin(), numbers.end(), 0U);
    return numbers;
  }
  std::ranges::copy(input.known, numbers.begin());
  std::uint32_t next = 0;
  const auto number = [&](std::uint32_t place) {
    return input.eligible.empty() ? place : input.eligible[place];
  };
  for (std::size_t i = input.known.size(); i < numbers.size(); ++i) {
    while (std::ranges::count(input.known, number(next)) > 0) ++next;
    numbers[i] = number(next++);
  }
  return numbers;
}

}  // namespace

ShadowRule::ShadowRule(const Make& make) {
  if (!make) return;
  rule_ = make();
  state_ = archived(*rule_);
}

Vector ShadowRule::outcome(const LocalModels& local) {
  std::vector<double> selection(local.clients.size());
  return outcome(local, selection);
}

Vector ShadowRule::outcome(const LocalModels& local,
                           std::span<double> selection) {
  Vector model = aggregate(local, selection);
  restore();
  return model;
}

void ShadowRule::take(const LocalModels& local) {
  if (!rule_) return;
  std::vector<double> selection(local.clients.size());
  aggregate(local, selection);
  state_ = archived(*rule_);
}

Vector ShadowRule::aggregate(const LocalModels& local,
                             std::span<double> selection) {
  if (rule_) return rule_->aggregate(local, selection);
  std::ranges::fill(selection, 1.0);
  return local.models.colwise().mean().transpose();
}

void ShadowRule::restore() {
  if (state_.empty()) return;
  Archive archive(state_);
  rule_->exchange(archive);
  archive.finish();
}

void ShadowRule::exchange(Archive& archive) {
  archive(state_);
  archive.expect(rule_ || state_.empty(), "a state of another rule");
  if (archive.reading()) restore();
}

ExpectedRound::ExpectedRound(const AttackInput& input) : input_(&input) {
  const Index m = input.attackers;
  const Index known_others = input.honest.rows() - m;
  const Vector mean = input.honest.colwise().mean().transpose();
  const Matrix others =
      known_others > 0
          ? Matrix(input.honest.bottomRows(known_others))
          : imagine(input, mean, std::max<Index>(Index{input.clients} - m, 0));
  honest_mean_ =
      others.rows() > 0 ? Vector(others.colwise().mean().transpose()) : mean;
  const auto numbers = numbers_of(input, m + others.rows());
  auto order = numbers_below<Index>(numbers.size());
  std::ranges::sort(order, {}, [&](Index i) { return numbers[i]; });
  models_.resize(m + others.rows(), mean.size());
  for (const Index from : order) {
    const auto row = static_cast<Index>(clients_.size());
    clients_.push_back(numbers[from]);
    if (from < m)
      attackers_.push_back(row);
    else
      models_.row(row) = others.row(from - m);
  }
}

LocalModels ExpectedRound::with(const Vector& sent) {
  for (const Index row : attackers_) models_.row(row) = sent.transpose();
  const std::uint32_t round =
      input_->rule_round > 0 ? input_->rule_round : input_->round;
  return {models_, clients_, input_->global, round, input_->eligible};
}

}  // namespace fedltr
