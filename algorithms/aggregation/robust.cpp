#include "algorithms/aggregation/robust.hpp"

#include <algorithm>

#include "algorithms/core/require.hpp"

namespace fedltr {

namespace {

/// Up to here differences are cheap, and equal distances come out equal.
constexpr Index kFew = 32;

}  // namespace

Matrix squared_distances(const Matrix& models) {
  if (models.rows() <= kFew) {
    Matrix squared = Matrix::Zero(models.rows(), models.rows());
    for (Index i = 0; i < models.rows(); ++i)
      for (Index j = 0; j < i; ++j)
        squared(i, j) = squared(j, i) =
            (models.row(i) - models.row(j)).squaredNorm();
    return squared;
  }
  const Matrix centred = models.rowwise() - models.colwise().mean();
  Matrix products = Matrix::Zero(models.rows(), models.rows());
  products.selfadjointView<Eigen::Lower>().rankUpdate(centred);
  const Vector norms = products.diagonal();
  for (Index i = 0; i < models.rows(); ++i) {
    products(i, i) = 0;
    for (Index j = 0; j < i; ++j) {
      const double distance = norms(i) + norms(j) - 2 * products(i, j);
      products(i, j) = products(j, i) = std::max(0.0, distance);
    }
  }
  return products;
}

double median_of(std::span<double> values) {
  require(!values.empty(), "the median of nothing");
  const auto middle =
      values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  if (values.size() % 2 == 1) return *middle;
  return (*std::max_element(values.begin(), middle) + *middle) / 2;
}

Vector distances_to(const Matrix& models, const Vector& centre) {
  return (models.rowwise() - centre.transpose()).rowwise().norm();
}

}  // namespace fedltr
