#include "algorithms/statistics/tsne.hpp"

#include <algorithm>
#include <cmath>

#include "algorithms/core/math.hpp"
#include "algorithms/core/require.hpp"
#include "algorithms/statistics/pca.hpp"

namespace fedltr {
namespace {

constexpr double kStart = 1e-4;      ///< deviation of the first places
constexpr double kExaggeration = 4;  ///< of P at first
constexpr int kExaggerated = 50;     ///< iterations
constexpr int kSlow = 250;           ///< iterations with less momentum
constexpr double kLeastGain = 0.01;
constexpr int kSearchSteps = 200;      ///< of a precision
constexpr double kSearchError = 1e-9;  ///< of the entropy, in nats

Matrix squared_distances_of(const MatrixView& points) {
  const Index n = points.rows();
  Matrix distances = Matrix::Zero(n, n);
  for (Index i = 0; i < n; ++i)
    for (Index j = i + 1; j < n; ++j)
      distances(i, j) = distances(j, i) =
          (points.row(i) - points.row(j)).squaredNorm();
  return distances;
}

/// Probabilities p(j|i) of one point's neighbours, and their entropy in nats.
double neighbours(const Matrix& distances, Index point, double precision,
                  Vector& probabilities) {
  // Subtracts the smallest distance, which cancels, so that no sum is 0.
  double nearest = INFINITY;
  for (Index j = 0; j < distances.cols(); ++j)
    if (j != point) nearest = std::min(nearest, distances(point, j));
  double sum = 0;
  double weighted = 0;
  for (Index j = 0; j < distances.cols(); ++j) {
    const double further = distances(point, j) - nearest;
    probabilities(j) = j == point ? 0 : portable_exp(-precision * further);
    sum += probabilities(j);
    weighted += probabilities(j) * further;
  }
  probabilities /= sum;
  return portable_log(sum) + precision * weighted / sum;
}

/// Searches for the precision at which p(j|i) has the wanted entropy.
Vector neighbours_at(const Matrix& distances, Index point, double entropy) {
  Vector probabilities(distances.cols());
  double precision = 1;
  double low = 0;
  double high = INFINITY;
  for (int step = 0; step < kSearchSteps; ++step) {
    const double found = neighbours(distances, point, precision, probabilities);
    if (std::abs(found - entropy) < kSearchError) break;
    if (found > entropy) {
      low = precision;
      precision = std::isinf(high) ? 2 * precision : (precision + high) / 2;
    } else {
      high = precision;
      precision = (low + precision) / 2;
    }
    if (!(precision < 1e300)) break;  // equal points: no precision parts them
  }
  return probabilities;
}

/// Weights 1 / (1 + squared distance) of all pairs, 0 of a point with itself.
Matrix kernel_of(const MatrixView& places) {
  const Index n = places.rows();
  Matrix kernel(n, n);
  for (Index i = 0; i < n; ++i) {
    const Eigen::ArrayXd x = places.col(0).array() - places(i, 0);
    const Eigen::ArrayXd y = places.col(1).array() - places(i, 1);
    kernel.row(i) = (1 + x.square() + y.square()).inverse().transpose();
    kernel(i, i) = 0;
  }
  return kernel;
}

/// Eq. 5.
Matrix gradient_of(const Matrix& affinities, double exaggeration,
                   const Matrix& places) {
  const Matrix kernel = kernel_of(places);
  const double sum = kernel.sum();
  Matrix gradient(places.rows(), 2);
  for (Index i = 0; i < places.rows(); ++i) {
    const Vector pull = (exaggeration * affinities.row(i) - kernel.row(i) / sum)
                            .cwiseProduct(kernel.row(i))
                            .transpose();
    for (Index axis = 0; axis < 2; ++axis)
      gradient(i, axis) =
          4 *
          (pull.array() * (places(i, axis) - places.col(axis).array())).sum();
  }
  return gradient;
}

Matrix first_places(const MatrixView& points) {
  Matrix places = principal_axes(points, 2).project(points);
  const double deviation =
      std::sqrt(places.col(0).squaredNorm() / places.rows());
  if (deviation > 0) places *= kStart / deviation;
  return places;
}

}  // namespace

Matrix tsne_affinities(const MatrixView& points, double perplexity) {
  const Index n = points.rows();
  require(perplexity >= 1 && perplexity <= static_cast<double>(n - 1),
          "perplexity is between 1 and the number of other points");
  const Matrix distances = squared_distances_of(points);
  const double entropy = portable_log(perplexity);
  Matrix conditional(n, n);
  for (Index i = 0; i < n; ++i)
    conditional.row(i) = neighbours_at(distances, i, entropy).transpose();
  return (conditional + conditional.transpose()) / (2.0 * n);
}

Matrix tsne(const MatrixView& points, const TsneOptions& options) {
  require(points.rows() >= 4 && points.cols() >= 2,
          "t-SNE needs 4 points or more, of 2 dimensions or more");
  require(
      options.perplexity >= 1 && options.iterations >= 0 && options.rate > 0,
      "t-SNE needs a perplexity of 1 or more and a rate above 0");
  const double most = static_cast<double>(points.rows() - 1) / 3;
  const Matrix affinities =
      tsne_affinities(points, std::min(options.perplexity, most));
  Matrix places = first_places(points);
  Matrix step = Matrix::Zero(places.rows(), 2);
  Matrix gains = Matrix::Ones(places.rows(), 2);
  for (int iteration = 0; iteration < options.iterations; ++iteration) {
    const Matrix gradient = gradient_of(
        affinities, iteration < kExaggerated ? kExaggeration : 1, places);
    const double momentum = iteration < kSlow ? 0.5 : 0.8;
    for (Index i = 0; i < places.size(); ++i) {
      double& gain = gains.data()[i];
      const bool turns = (gradient.data()[i] > 0) == (step.data()[i] > 0);
      gain = std::max(kLeastGain, turns ? gain * 0.8 : gain + 0.2);
    }
    step = momentum * step - options.rate * gains.cwiseProduct(gradient);
    places += step;
    places.rowwise() -= places.colwise().mean().eval();
  }
  return places;
}

}  // namespace fedltr
