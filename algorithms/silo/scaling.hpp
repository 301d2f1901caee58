#pragma once

#include <span>

#include "algorithms/core/linalg.hpp"

namespace fedltr {

/// Number, sums and sums of squares of features: what parties add up to scale
/// together. These 1 + 2 #features numbers are all a party gives for that; sums
/// under secure aggregation would do.
struct FeatureMoments {
  double count = 0;
  Vector sums;     ///< #features
  Vector squares;  ///< #features

  /// @param features  #instances by #features
  static FeatureMoments of(const MatrixView& features);
  FeatureMoments& operator+=(const FeatureMoments& other);
};

/// Standardises features: (x - mean) / deviation; a feature that never changes
/// becomes 0.
class Scaling {
 public:
  /// Changes nothing.
  explicit Scaling(Index features);
  /// @param moments  of one instance or more
  explicit Scaling(const FeatureMoments& moments);

  Matrix apply(const MatrixView& features) const;

  /// The linear scores that, on features as they are, equal `scores` on scaled
  /// ones.
  /// @param scores  #outputs by #features + 1, the last column the constants
  Matrix folded(const MatrixView& scores) const;

 private:
  Vector means_;
  Vector factors_;  ///< 1 / deviation
};

}  // namespace fedltr
