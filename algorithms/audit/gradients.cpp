#include "algorithms/audit/gradients.hpp"

#include <algorithm>
#include <cmath>
#include <map>

#include "algorithms/core/require.hpp"
#include "algorithms/core/rng.hpp"

namespace fedltr {
namespace {

constexpr double kEqual = 1e-6;

using Weights = Eigen::Map<const Matrix>;

Weights weights_of(const Vector& values, const PointwiseModel& model) {
  return {values.data(), model.outputs(), model.features() + 1};
}

/// Removes the gradient of L2, which excludes constants.
Matrix loss_part(const Vector& gradient, const Vector& parameters,
                 const PointwiseModel& model, double l2) {
  Matrix loss = weights_of(gradient, model);
  const Index features = model.features();
  loss.leftCols(features) -=
      l2 * weights_of(parameters, model).leftCols(features);
  return loss;
}

/// The row of which all rows are multiples, scaled to a constant of 1.
std::optional<Vector> single_row(const Matrix& loss, Index features) {
  Index largest = 0;
  loss.col(features).cwiseAbs().maxCoeff(&largest);
  const double constant = loss(largest, features);
  if (std::abs(constant) < kEqual) return std::nullopt;
  const Vector row = loss.row(largest).head(features).transpose() / constant;
  for (Index k = 0; k < loss.rows(); ++k)
    if ((loss.row(k).head(features).transpose() - loss(k, features) * row)
            .cwiseAbs()
            .maxCoeff() > kEqual)
      return std::nullopt;
  return row;
}

std::vector<std::uint32_t> counted(const Vector& shares, Index batch) {
  std::vector<std::uint32_t> counts;
  for (const double share : shares)
    counts.push_back(static_cast<std::uint32_t>(
        std::max(0.0, std::round(share * static_cast<double>(batch)))));
  return counts;
}

struct Batch {
  std::vector<Index> instances;
  std::vector<std::uint32_t> labels;  ///< number of each grade
  Vector gradient;
};

Batch draw(const PointwiseModel& model, const TrainingSet& set,
           const Vector& parameters, const GradientAuditOptions& options,
           Rng& rng) {
  Batch batch{{}, std::vector<std::uint32_t>(model.grades()), {}};
  batch.gradient = Vector::Zero(model.parameters());
  for (Index i = 0; i < options.batch; ++i) {
    const auto at = static_cast<Index>(rng.below(set.labels.size()));
    batch.instances.push_back(at);
    ++batch.labels[static_cast<std::size_t>(set.labels(at))];
    model.add_gradient(parameters, set.features.row(at), set.labels(at),
                       1 / static_cast<double>(options.batch), batch.gradient);
  }
  Eigen::Map<Matrix> sums(batch.gradient.data(), model.outputs(),
                          model.features() + 1);
  sums.leftCols(model.features()) +=
      options.l2 * weights_of(parameters, model).leftCols(model.features());
  return batch;
}

bool holds(const Batch& batch, const TrainingSet& set, const Vector& instance) {
  return std::ranges::any_of(batch.instances, [&](Index at) {
    return (set.features.row(at).transpose() - instance).cwiseAbs().maxCoeff() <
           kEqual;
  });
}

}  // namespace

GradientReading read_gradient(const Vector& gradient, const Vector& parameters,
                              const PointwiseModel& model, double l2,
                              Index batch) {
  require(gradient.size() == model.parameters() &&
              parameters.size() == model.parameters(),
          "a gradient and its parameters have the model's size");
  const Index features = model.features();
  const Matrix loss = loss_part(gradient, parameters, model, l2);
  GradientReading reading;
  reading.instance = single_row(loss, features);
  const bool first = parameters.isZero(0);
  if (!first && !(batch == 1 && reading.instance)) return reading;
  // Probabilities of the grades; equal at zero.
  Vector chances = weights_of(parameters, model).col(features);
  if (!first)
    chances +=
        weights_of(parameters, model).leftCols(features) * *reading.instance;
  chances = (chances.array() - chances.maxCoeff()).exp();
  chances /= chances.sum();
  reading.labels = counted(chances - loss.col(features), batch);
  return reading;
}

GradientAudit audit_gradients(const PointwiseModel& model,
                              const TrainingSet& instances,
                              const Vector& parameters,
                              const GradientAuditOptions& options) {
  require(instances.labels.size() > 0 && options.gradients > 0,
          "an audit of gradients needs an instance and a gradient");
  std::vector<double> labels;
  std::vector<double> found;
  std::map<std::vector<std::uint32_t>, std::uint32_t> seen;
  for (std::uint32_t i = 0; i < options.gradients; ++i) {
    Rng rng(options.seed, Purpose::kAudit, i, 4);
    const Batch batch = draw(model, instances, parameters, options, rng);
    const GradientReading reading = read_gradient(
        batch.gradient, parameters, model, options.l2, options.batch);
    labels.push_back(reading.labels == batch.labels ? 1 : 0);
    found.push_back(
        reading.instance && holds(batch, instances, *reading.instance) ? 1 : 0);
    ++seen[batch.labels];
  }
  std::uint32_t most = 0;
  for (const auto& [counts, times] : seen) most = std::max(most, times);
  return {options.gradients, measured(labels),
          static_cast<double>(most) / options.gradients, measured(found)};
}

}  // namespace fedltr
