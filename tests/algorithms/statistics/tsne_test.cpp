#include "algorithms/statistics/tsne.hpp"

#include <cmath>

#include <doctest/doctest.h>

#include "algorithms/core/rng.hpp"
#include "algorithms/statistics/pca.hpp"

namespace fedltr::tsne_test {

namespace {

const Matrix& two_groups() {
  static const Matrix points{{-6, 1}, {-4, -1},  {-5, 0.5},
                             {4, 1},  {5, -1.5}, {6, 0}};
  return points;
}

/// Three groups of `size` points in five dimensions.
Matrix groups(Index size) {
  Rng rng(1, Purpose::kTest);
  Matrix points(3 * size, 5);
  for (Index i = 0; i < points.rows(); ++i)
    for (Index d = 0; d < 5; ++d)
      points(i, d) = rng.uniform() + (d == i % 3 ? 3 : 0);
  return points;
}

/// The cost that t-SNE lowers, Kullback-Leibler divergence of Q from P (Eq. 2),
/// in nats.
/// @param affinities  P
double cost_of(const Matrix& affinities, const Matrix& places) {
  const auto kernel = [&](Index i, Index j) {
    return i == j ? 0 : 1 / (1 + (places.row(i) - places.row(j)).squaredNorm());
  };
  double sum = 0;
  for (Index i = 0; i < places.rows(); ++i)
    for (Index j = 0; j < places.rows(); ++j) sum += kernel(i, j);
  double cost = 0;
  for (Index i = 0; i < places.rows(); ++i)
    for (Index j = 0; j < places.rows(); ++j)
      if (const double p = affinities(i, j); p > 0)
        cost += p * std::log(p * sum / kernel(i, j));
  return cost;
}

bool near(const Matrix& a, const Matrix& b, double tolerance) {
  return (a - b).cwiseAbs().maxCoeff() < tolerance;
}

}  // namespace

// The golden values are those of a second implementation, in plain Python.
TEST_CASE("affinities are those of another implementation") {
  const Matrix golden{
      {0, 0.066732886, 0.094874123, 0.000174217, 0.000039344, 0.000013602},
      {0.066732886, 0, 0.087879121, 0.000241841, 0.000172057, 0.000028732},
      {0.094874123, 0.087879121, 0, 0.000048608, 0.000023954, 0.000004555},
      {0.000174217, 0.000241841, 0.000048608, 0, 0.071883854, 0.085326917},
      {0.000039344, 0.000172057, 0.000023954, 0.071883854, 0, 0.092556192},
      {0.000013602, 0.000028732, 0.000004555, 0.085326917, 0.092556192, 0}};
  CHECK(near(tsne_affinities(two_groups(), 2), golden, 1e-8));
}

TEST_CASE("places are those of another implementation") {
  TsneOptions options{1.6, 1, 10};
  CHECK(near(tsne(two_groups(), options),
             Matrix{{-0.0003366355, -0.0002313883},
                    {-0.0012436038, 0.0003404577},
                    {-0.0010816818, -0.0001049914},
                    {0.0012489982, -0.000232112},
                    {0.0011293689, 0.0006116059},
                    {0.000283554, -0.000383572}},
             1e-9));
  options = {1.6, 60, 0.5};  // beyond the early exaggeration
  const Matrix places = tsne(two_groups(), options);
  CHECK(near(places,
             Matrix{{-2.0425778992, -0.0144599602},
                    {-3.0541839614, -0.0148320705},
                    {-2.263709538, -0.0145044874},
                    {3.0813871819, 0.0189231693},
                    {2.0182680114, 0.0116756008},
                    {2.2608162053, 0.013197748}},
             1e-7));
  CHECK(cost_of(tsne_affinities(two_groups(), 1.6), places) ==
        doctest::Approx(0.13235318465).epsilon(1e-8));
}

TEST_CASE("each point has as many neighbours as the perplexity states") {
  const Matrix points = groups(8);
  for (const double perplexity : {2.0, 5.0, 15.0}) {
    const Matrix p = tsne_affinities(points, perplexity);
    CHECK(p.sum() == doctest::Approx(1));
    CHECK(p == p.transpose());
    CHECK(p.diagonal().isZero(0));
    // p >= p(j|i) / 2n, so a point's row alone has 1/2n or more.
    CHECK(p.rowwise().sum().minCoeff() >= 0.5 / 24);
  }
  // Both of two others.
  CHECK(near(tsne_affinities(Matrix{{0, 0}, {1, 0}, {3, 0}}, 2),
             (Matrix::Ones(3, 3) - Matrix::Identity(3, 3)) / 6, 1e-4));
}

TEST_CASE("groups are parted, neighbours stay, and the cost falls") {
  const Matrix points = groups(15);
  const Matrix places = tsne(points);
  CHECK(places.allFinite());
  CHECK(places.colwise().mean().norm() < 1e-9);
  for (Index i = 0; i < places.rows(); ++i) {
    Index nearest = i == 0 ? 1 : 0;
    for (Index j = 0; j < places.rows(); ++j)
      if (j != i && (places.row(i) - places.row(j)).norm() <
                        (places.row(i) - places.row(nearest)).norm())
        nearest = j;
    CHECK(nearest % 3 == i % 3);
  }
  const Matrix p = tsne_affinities(points, (45.0 - 1) / 3);
  CHECK(cost_of(p, places) <
        0.5 * cost_of(p, principal_axes(points, 2).project(points)));
  CHECK(tsne(points) == places);  // draws nothing
}

TEST_CASE("equal points, and few, have finite places") {
  CHECK(tsne(Matrix::Ones(10, 3)).isZero(0));
  CHECK(tsne(Matrix::Identity(4, 4)).allFinite());
  Matrix pairs = groups(3);
  pairs.row(1) = pairs.row(0);
  CHECK(tsne(pairs).allFinite());
  CHECK_THROWS_WITH(tsne(Matrix::Ones(3, 3)),
                    "t-SNE needs 4 points or more, of 2 dimensions or more");
  CHECK_THROWS_WITH(tsne_affinities(Matrix::Ones(4, 2), 3.5),
                    "perplexity is between 1 and the number of other points");
}

}  // namespace fedltr::tsne_test
