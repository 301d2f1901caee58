#pragma once

#include <algorithm>
#include <cmath>

#include "app/models/export/exported_model.hpp"

namespace fedltr {

/// Values in a target's precision, one document per row.
template <class Number>
using Table =
    Eigen::Matrix<Number, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

/// Scales each feature by fixed bounds in the precision of Number.
/// @param range_of  divisor, in that precision, of a FeatureRange
template <class Number, class RangeOf>
Table<Number> bounds_scaled(Table<Number> x,
                            const std::vector<FeatureRange>& bounds,
                            const RangeOf& range_of) {
  for (Index j = 0; j < std::ssize(bounds); ++j) {
    const FeatureRange& each = bounds[static_cast<std::size_t>(j)];
    const Number range = range_of(each);
    x.col(j) = (x.col(j).array() - static_cast<Number>(each.least)) / range;
  }
  return x;
}

/// Scores scaled documents; sums and weights are in the precision of Sum.
template <class Sum, class Number>
Vector layer_scores(const ExportedModel& model, const Table<Number>& x) {
  const Table<Sum> weights = model.weights.cast<Sum>();
  const auto summed = [&](Index document, Index unit) {
    auto sum = static_cast<Sum>(model.bias(unit));
    for (Index j = 0; j < x.cols(); ++j)
      sum += static_cast<Sum>(x(document, j)) * weights(unit, j);
    return sum;
  };
  Vector scores(x.rows());
  for (Index i = 0; i < x.rows(); ++i) {
    if (!model.activation) {
      scores(i) = summed(i, 0);
      continue;
    }
    Sum score = 0;
    for (Index unit = 0; unit < weights.rows(); ++unit) {
      const double u = summed(i, unit);
      const double active = *model.activation == Activation::kSigmoid
                                ? 1 / (1 + std::exp(-u))
                                : std::max(u, 0.0);
      score += static_cast<Sum>(model.output(unit)) * static_cast<Sum>(active);
    }
    scores(i) = score;
  }
  return scores;
}

/// Returns the model without the constant of a linear ranker, for targets that
/// have none; it changes no order.
ExportedModel without_constant(ExportedModel model);

/// Scores a query's documents (raw features, one per row) as a target does that
/// computes in double precision.
Vector double_scores(const ExportedModel& model, const Matrix& documents);

}  // namespace fedltr
