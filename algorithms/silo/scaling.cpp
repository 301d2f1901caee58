#include "algorithms/silo/scaling.hpp"

#include <cmath>

#include "algorithms/core/require.hpp"

namespace fedltr {

FeatureMoments FeatureMoments::of(const MatrixView& features) {
  return {static_cast<double>(features.rows()),
          features.colwise().sum().transpose(),
          features.colwise().squaredNorm().transpose()};
}

namespace {

constexpr double kFraction = 0x1p48;

}  // namespace

std::vector<std::uint64_t> ring_of(const FeatureMoments& moments) {
  std::vector<std::uint64_t> ring;
  ring.reserve(ring_numbers(moments.sums.size()));
  const auto put = [&](double value) {
    require(std::abs(value) < 0x1p62, "moments of features are too large");
    const double whole = std::floor(value);
    ring.push_back(static_cast<std::int64_t>(whole));
    ring.push_back(static_cast<std::uint64_t>((value - whole) * kFraction));
  };
  put(moments.count);
  for (const double value : moments.sums) put(value);
  for (const double value : moments.squares) put(value);
  return ring;
}

FeatureMoments moments_of_ring(std::span<const std::uint64_t> sum) {
  const Index features = (sum.size() / 2 - 1) / 2;
  require(sum.size() == ring_numbers(features),
          "moments of another number of features");
  const auto number = [&](Index i) {
    const std::size_t at = 2 * i;
    return static_cast<std::int64_t>(sum[at]) + sum[at + 1] / kFraction;
  };
  FeatureMoments moments{number(0), Vector(features), Vector(features)};
  for (Index f = 0; f < features; ++f) {
    moments.sums(f) = number(1 + f);
    moments.squares(f) = number(1 + features + f);
  }
  return moments;
}

bool are_moments(std::span<const std::uint64_t> sum, std::size_t parties) {
  for (std::size_t i = 1; i < sum.size(); i += 2)
    if (sum[i] >= parties * kFraction) return false;
  const FeatureMoments moments = moments_of_ring(sum);
  const double count = moments.count;
  if (!(count >= 1 && count <= 1e12)) return false;
  return moments.squares.minCoeff() >= 0 &&
         (moments.sums.array().square() <=
          count * moments.squares.array() * (1 + 1e-9) + 1e-9)
             .all();
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
