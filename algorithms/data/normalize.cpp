#include "algorithms/data/normalize.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include "algorithms/core/math.hpp"
#include "algorithms/core/require.hpp"
#include "algorithms/data/letor.hpp"
#include "algorithms/data/quantiles.hpp"

namespace fedltr {
namespace {

/// Power of two that brings numbers of that size near 1, so that sums of their
/// squares neither overflow nor vanish; digits stay the same.
double into_range(double largest) {
  if (largest == 0) return 1;
  return std::ldexp(1.0, std::clamp(-std::ilogb(largest), -1000, 1000));
}

/// Returns (x - shift) / range, also if the difference exceeds all doubles.
double scaled(double x, double shift, double range) {
  const double difference = x - shift;
  return std::isfinite(difference) ? difference / range
                                   : (x / 2 - shift / 2) / (range / 2);
}

void minmax(Eigen::Ref<Matrix> values) {
  if (values.rows() < 2) return;
  for (Index feature = 0; feature < values.cols(); ++feature) {
    auto column = values.col(feature);
    const double least = column.minCoeff();
    const double range = column.maxCoeff() - least;
    if (!(range > 0))
      column.setZero();
    else if (std::isfinite(range))
      column = (column.array() - least) / range;
    else
      column = (column.array() / 2 - least / 2) /
               (column.maxCoeff() / 2 - least / 2);
  }
}

void query_zscore(Eigen::Ref<Matrix> values) {
  if (values.rows() < 2) return;
  const auto count = static_cast<double>(values.rows());
  for (Index feature = 0; feature < values.cols(); ++feature) {
    auto column = values.col(feature);
    if (column.minCoeff() == column.maxCoeff()) {
      column.setZero();
      continue;
    }
    column *= into_range(column.cwiseAbs().maxCoeff());
    double sum = 0;
    for (const double x : column) sum += x;
    const double mean = sum / count;
    double squares = 0;
    for (const double x : column) squares += (x - mean) * (x - mean);
    column = (column.array() - mean) / std::sqrt(squares / (count - 1));
  }
}

/// Accurate for all sizes of x: where 1 + x is rounded, the factor makes up for
/// it.
double log1p_of(double x) {
  const double size = std::abs(x);
  const double plus = 1 + size;
  const double log =
      plus == 1 ? size : portable_log(plus) * (size / (plus - 1));
  return std::copysign(log, x);
}

void zscore(const FeatureScale& scale, Eigen::Ref<Matrix> values) {
  for (Index feature = 0; feature < values.cols(); ++feature) {
    const double mean = scale.means(feature);
    const double deviation = scale.deviations(feature);
    auto column = values.col(feature);
    if (!(deviation > 0)) {
      column.setZero();
      continue;
    }
    for (double& x : column) x = scaled(x, mean, deviation);
    if (!column.allFinite())
      throw DataError(
          "feature " + std::to_string(feature + 1) +
          " (counted from 1) has a value too far from those of the training "
          "set for data.normalize = zscore");
  }
}

void to_levels(const Matrix& quantiles, Eigen::Ref<Matrix> values) {
  for (Index feature = 0; feature < values.cols(); ++feature) {
    const auto row = quantiles.row(feature);
    const std::span<const double> own(row.data(),
                                      static_cast<std::size_t>(row.size()));
    for (double& x : values.col(feature)) x = quantile_level(own, x);
  }
}

/// Means and deviations.
FeatureScale fit_moments(const Dataset& training) {
  const Index features = training.features();
  Vector least = Vector::Constant(features, HUGE_VAL);
  Vector most = Vector::Constant(features, -HUGE_VAL);
  std::vector<double> room;
  const auto for_each_query = [&](const auto& visit) {
    for (Index query = 0; query < training.queries(); ++query)
      visit(training.features_of(query, room));
  };
  for_each_query([&](const auto& values) {
    least = least.cwiseMin(values.colwise().minCoeff().transpose());
    most = most.cwiseMax(values.colwise().maxCoeff().transpose());
  });
  const Vector factors =
      least.cwiseAbs().cwiseMax(most.cwiseAbs()).unaryExpr(&into_range);
  const auto count = static_cast<double>(training.documents());
  Vector means = Vector::Zero(features);
  for_each_query([&](const auto& values) {
    for (Index i = 0; i < values.rows(); ++i)
      means += values.row(i).transpose().cwiseProduct(factors);
  });
  means /= count;
  // The mean of what is left corrects the rounding of a long sum.
  Vector left = Vector::Zero(features);
  for_each_query([&](const auto& values) {
    for (Index i = 0; i < values.rows(); ++i)
      left += values.row(i).transpose().cwiseProduct(factors) - means;
  });
  means += left / count;
  Vector squares = Vector::Zero(features);
  for_each_query([&](const auto& values) {
    for (Index i = 0; i < values.rows(); ++i)
      squares +=
          (values.row(i).transpose().cwiseProduct(factors) - means).cwiseAbs2();
  });
  FeatureScale scale{means.cwiseQuotient(factors),
                     (squares / count).cwiseSqrt().cwiseQuotient(factors)};
  // Rounding of a mean would give a constant feature a tiny deviation.
  scale.deviations =
      (least.array() == most.array()).select(0, scale.deviations);
  return scale;
}

}  // namespace

bool is_fitted(Normalize how) {
  return how == Normalize::kZscore || how == Normalize::kQuantile;
}

FeatureScale fit_scale(const Dataset& training, Normalize how) {
  require(is_fitted(how), "a normalisation without constants");
  require(training.documents() > 0, "a scale is fitted to documents");
  if (how == Normalize::kQuantile)
    return {.quantiles = fit_quantiles(training)};
  return fit_moments(training);
}

void Normalizer::apply(Eigen::Ref<Matrix> values) const {
  switch (how) {
    case Normalize::kNone:
      break;
    case Normalize::kQueryMinmax:
      minmax(values);
      break;
    case Normalize::kQueryZscore:
      query_zscore(values);
      break;
    case Normalize::kLog1p:
      values = values.unaryExpr(&log1p_of);
      break;
    case Normalize::kZscore:
      require(scale != nullptr && scale->means.size() == values.cols(),
              "zscore needs constants for each feature");
      zscore(*scale, values);
      break;
    case Normalize::kQuantile:
      require(scale != nullptr && scale->quantiles.rows() == values.cols() &&
                  scale->quantiles.cols() > 0,
              "quantile needs quantiles of each feature");
      to_levels(scale->quantiles, values);
      break;
  }
}

void Normalizer::apply(Dataset& data) const {
  if (how == Normalize::kNone) return;
  for (Index query = 0; query < data.queries(); ++query)
    apply(Eigen::Map<Matrix>(data.mutable_values_of(query).data(),
                             data.size(query), data.features()));
}

void normalize_query_minmax(Eigen::Ref<Matrix> values) {
  minmax(values);
}

void normalize_query_minmax(Dataset& data) {
  Normalizer{Normalize::kQueryMinmax}.apply(data);
}

}  // namespace fedltr
