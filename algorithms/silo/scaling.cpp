#include "algorithms/silo/scaling.hpp"

#include <cmath>

#include "algorithms/core/require.hpp"

namespace fedltr {

FeatureMoments FeatureMoments::of(const MatrixView& features) {
  return {static_cast<double>(features.rows()),
          features.colwise().sum().transpose(),
          features.colwise().squaredNorm().transpose()};
}

FeatureMoments& FeatureMoments::operator+=(const FeatureMoments& other) {
  if (sums.size() == 0) return *this = other;
  require(sums.size() == other.sums.size(),
          "moments of as many features can be added only");
  count += other.count;
  sums += other.sums;
  squares += other.squares;
  return *this;
}

Scaling::Scaling(Index features)
    : means_(Vector::Zero(features)), factors_(Vector::Ones(features)) {}

Scaling::Scaling(const FeatureMoments& moments) {
  require(moments.count >= 1, "scaling needs an instance");
  means_ = moments.sums / moments.count;
  factors_.resize(means_.size());
  for (Index i = 0; i < means_.size(); ++i) {
    const double square = moments.squares(i) / moments.count;
    const double variance = square - means_(i) * means_(i);
    // What is left of a constant's rounding is no variance.
    factors_(i) = variance > 1e-12 * square ? 1 / std::sqrt(variance) : 0;
  }
}

Matrix Scaling::apply(const MatrixView& features) const {
  return (features.rowwise() - means_.transpose()) * factors_.asDiagonal();
}

Matrix Scaling::folded(const MatrixView& scores) const {
  const Index features = means_.size();
  require(scores.cols() == features + 1, "scores need a weight a feature");
  Matrix folded = scores;
  folded.leftCols(features) = scores.leftCols(features) * factors_.asDiagonal();
  folded.col(features) -= folded.leftCols(features) * means_;
  return folded;
}

}  // namespace fedltr
