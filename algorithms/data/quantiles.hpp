#pragma once

#include "algorithms/data/dataset.hpp"

namespace fedltr {

/// Largest number of quantiles of a feature.
inline constexpr Index kMostQuantiles = 257;

/// Returns the quantiles of a training set's features, #features by
/// #quantiles, each row ascending: n = min(kMostQuantiles, #documents) of them,
/// at 0, 1/(n - 1) ... 1, interpolated between two values (numpy's "linear").
/// @pre at least one document
Matrix fit_quantiles(const Dataset& training);

/// Returns the part of the training documents that have less than x, in [0, 1],
/// as scikit-learn's QuantileTransformer with uniform output does: linear
/// between two quantiles; the middle of those equal to x; 0 up to the least, 1
/// from the largest. A constant feature is 0.
/// @param quantiles  ascending, one or more
double quantile_level(std::span<const double> quantiles, double x);

}  // namespace fedltr
