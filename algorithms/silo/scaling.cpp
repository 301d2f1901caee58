#include "algorithms/silo/scaling.hpp"

#include <cmath>

#include "algorithms/core/require.hpp"

namespace fedltr {

namespace {

constexpr double kFraction = 0x1p48;
/// Bound on the rounding of a sum of squares, as a share of it.
constexpr double kRounding = 0x1p-47;
/// Maximum number of parties, each of which loses less than a step in a sum.
constexpr double kMostParties = 0x1p14;

/// Sums of squared distances from each column's mean: 0 for a constant column,
/// and accurate to the last digits for one that changes little.
/// @param features  one row or more
Eigen::RowVectorXd squares_about_means(const MatrixView& features) {
  const Matrix moved = features.rowwise() - features.row(0);
  const Eigen::RowVectorXd means = moved.colwise().mean();
  return (moved.rowwise() - means).colwise().squaredNorm();
}

/// a b - c d, accurate to both products' last digits (Kahan; Jeannerod et al.
/// 2013).
double difference_of_products(double a, double b, double c, double d) {
  const double product = c * d;
  const double lost = std::fma(-c, d, product);
  return std::fma(a, b, -product) + lost;
}

}  // namespace

FeatureMoments FeatureMoments::of(const MatrixView& features) {
  FeatureMoments moments{static_cast<double>(features.rows()),
                         features.colwise().sum().transpose(),
                         Vector::Zero(features.cols())};
  // A direct sum of squares rounds differently: minus the squares of the means,
  // it would not give squares_about_means().
  if (features.rows() > 0)
    moments.squares =
        squares_about_means(features).transpose().array() +
        moments.sums.array() * (moments.sums.array() / moments.count);
  return moments;
}

std::vector<std::uint64_t> ring_of(const FeatureMoments& moments) {
  std::vector<std::uint64_t> ring;
  ring.reserve(ring_numbers(moments.sums.size()));
  const auto put = [&](double value) {
    require(std::abs(value) < 0x1p62,
            "has moments of features that are too large");
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
          "has moments of the wrong number of features");
  const auto number = [&](Index i) {
    const std::size_t at = 2 * i;
    return static_cast<std::int64_t>(sum[at]) + sum[at + 1] / kFraction;
  };
  FeatureMoments moments{number(0), Vector(features), Vector(features),
                         kMostParties / kFraction};
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
    const double squares =
        difference_of_products(moments.count, moments.squares(i),
                               moments.sums(i), moments.sums(i)) /
        moments.count;
    // The remaining rounding of a constant is no variance.
    const double rounding = kRounding * moments.squares(i) +
                            moments.resolution * (1 + 2 * std::abs(means_(i)));
    factors_(i) =
        squares > rounding ? 1 / std::sqrt(squares / moments.count) : 0;
  }
}

Scaling Scaling::of(const MatrixView& features) {
  require(features.rows() >= 1, "scaling needs an instance");
  Scaling scaling(features.cols());
  const auto count = static_cast<double>(features.rows());
  const Eigen::RowVectorXd squares = squares_about_means(features);
  scaling.means_ = features.colwise().sum().transpose() / count;
  for (Index i = 0; i < features.cols(); ++i) {
    const double deviation = std::sqrt(squares(i) / count);
    const bool changes = deviation > 1e-12 * std::abs(scaling.means_(i));
    scaling.factors_(i) = changes ? 1 / deviation : 0;
  }
  return scaling;
}

Matrix Scaling::apply(const MatrixView& features) const {
  return (features.rowwise() - means_.transpose()) * factors_.asDiagonal();
}

Matrix Scaling::folded(const MatrixView& scores) const {
  const Index features = means_.size();
  require(scores.cols() == features + 1, "scores need one weight per feature");
  Matrix folded = scores;
  folded.leftCols(features) = scores.leftCols(features) * factors_.asDiagonal();
  folded.col(features) -= folded.leftCols(features) * means_;
  return folded;
}

}  // namespace fedltr
