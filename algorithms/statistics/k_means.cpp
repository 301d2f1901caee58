#include "algorithms/statistics/k_means.hpp"

#include <limits>
#include <vector>

#include "algorithms/core/require.hpp"

namespace fedltr {
namespace {

struct Clustering {
  Matrix centres;
  double cost = std::numeric_limits<double>::infinity();
};

/// Draws an index with probability proportional to its weight.
Index draw(const Vector& weights, Rng& rng) {
  double left = rng.uniform() * weights.sum();
  for (Index i = 0; i < weights.size(); ++i) {
    left -= weights(i);
    if (left < 0) return i;
  }
  return rng.below(weights.size());
}

Matrix seeds(const MatrixView& points, Index clusters, Rng& rng) {
  Matrix centres(clusters, points.cols());
  Vector nearest = Vector::Ones(points.rows());
  for (Index k = 0; k < clusters; ++k) {
    centres.row(k) = points.row(draw(nearest, rng));
    const Vector distances =
        (points.rowwise() - centres.row(k)).rowwise().squaredNorm();
    nearest = k == 0 ? distances : Vector(nearest.cwiseMin(distances));
  }
  return centres;
}

/// Moves each centre to the mean of the points nearest to it.
/// @return  the cost before
double improve(const MatrixView& points, Matrix& centres) {
  Matrix sums = Matrix::Zero(centres.rows(), centres.cols());
  std::vector<Index> sizes(centres.rows());
  double cost = 0;
  double farthest = -1;
  Index outlier = 0;
  for (Index i = 0; i < points.rows(); ++i) {
    Index nearest = 0;
    const double distance =
        squared_distances(centres, points.row(i).transpose())
            .minCoeff(&nearest);
    sums.row(nearest) += points.row(i);
    ++sizes[nearest];
    cost += distance;
    if (distance > farthest) {
      farthest = distance;
      outlier = i;
    }
  }
  for (Index k = 0; k < centres.rows(); ++k) {
    const Index size = sizes[k];
    if (size > 0)
      centres.row(k) = sums.row(k) / double(size);
    else
      centres.row(k) = points.row(outlier);
  }
  return cost;
}

Clustering one_start(const MatrixView& points, Index clusters, Rng& rng,
                     int iterations) {
  Clustering clustering{seeds(points, clusters, rng)};
  for (int i = 0; i < iterations; ++i) {
    const double before = clustering.cost;
    clustering.cost = improve(points, clustering.centres);
    if (!(clustering.cost < before)) break;
  }
  return clustering;
}

}  // namespace

Vector squared_distances(const MatrixView& centres, const VectorView& point) {
  return (centres.rowwise() - point.transpose()).rowwise().squaredNorm();
}

Matrix k_means(const MatrixView& points, Index clusters, Rng& rng,
               int iterations, int starts) {
  require(clusters >= 1 && clusters <= points.rows(),
          "k-means needs at least one point per cluster");
  Clustering best;
  for (int start = 0; start < starts; ++start) {
    Clustering tried = one_start(points, clusters, rng, iterations);
    if (start == 0 || tried.cost < best.cost) best = std::move(tried);
  }
  return best.centres;
}

}  // namespace fedltr
