#include "algorithms/statistics/k_means.hpp"

#include <doctest/doctest.h>

#include "algorithms/core/rng.hpp"

namespace fedltr::k_means_test {
namespace {

/// Points around (0,0), (10,0) and (0,10).
Matrix heaps(Index size) {
  Rng rng(1, Purpose::kTest);
  Matrix points(3 * size, 2);
  for (Index i = 0; i < points.rows(); ++i) {
    points(i, 0) = rng.uniform() + (i % 3 == 1 ? 10 : 0);
    points(i, 1) = rng.uniform() + (i % 3 == 2 ? 10 : 0);
  }
  return points;
}

double cost_of(const Matrix& points, const Matrix& centres) {
  double cost = 0;
  for (Index i = 0; i < points.rows(); ++i)
    cost += squared_distances(centres, points.row(i).transpose()).minCoeff();
  return cost;
}

}  // namespace

TEST_CASE("centres are the means of what is nearest to them") {
  const Matrix points = heaps(20);
  Rng rng(2, Purpose::kTest);
  const Matrix centres = k_means(points, 3, rng, 50, 3);
  Matrix sums = Matrix::Zero(3, 2);
  Vector sizes = Vector::Zero(3);
  for (Index i = 0; i < points.rows(); ++i) {
    Index nearest = 0;
    squared_distances(centres, points.row(i).transpose()).minCoeff(&nearest);
    sums.row(nearest) += points.row(i);
    ++sizes(nearest);
  }
  for (Index k = 0; k < 3; ++k) {
    CHECK(sizes(k) == 20);
    CHECK((centres.row(k) - sums.row(k) / sizes(k)).norm() < 1e-12);
  }
}

TEST_CASE("more starts and more clusters never cost more") {
  const Matrix points = heaps(15);
  double before = std::numeric_limits<double>::infinity();
  for (const Index clusters : {1, 2, 3, 45}) {
    Rng rng(3, Purpose::kTest);
    const double cost = cost_of(points, k_means(points, clusters, rng, 50, 5));
    CHECK(cost <= before);
    before = cost;
  }
  CHECK(before == doctest::Approx(0));  // one centre per point
}

TEST_CASE("the same stream gives the same centres") {
  const Matrix points = heaps(10);
  Rng one(4, Purpose::kTest);
  Rng two(4, Purpose::kTest);
  CHECK(k_means(points, 3, one, 20, 2) == k_means(points, 3, two, 20, 2));
}

TEST_CASE("equal points are one heap, and too few are refused") {
  Rng rng(5, Purpose::kTest);
  const Matrix same = Matrix::Constant(4, 2, 3);
  CHECK(k_means(same, 2, rng, 10, 1) == Matrix::Constant(2, 2, 3));
  CHECK_THROWS_AS(k_means(same, 5, rng, 10, 1), std::invalid_argument);
  CHECK_THROWS_AS(k_means(same, 0, rng, 10, 1), std::invalid_argument);
}

}  // namespace fedltr::k_means_test
