#include "algorithms/aggregation/robust.hpp"

#include <algorithm>
#include <vector>

#include "algorithms/core/require.hpp"

namespace fedltr {

const Parameter kRootQueries =
    whole_parameter("root-queries", 100, 1, 1000000000,
                    "number of training queries of the server's own");
const Parameter kWindow =
    whole_parameter("window", 50, 2, 100000, "rounds remembered");

const RuleTraits kBoundedByHalf{.condition = "n > 2m",
                                .max_malicious = below_half,
                                .uses_malicious = true,
                                .bounded = true};

namespace {

/// Maximum number of rows of which differences are taken: they are cheap, and
/// equal distances come out equal.
constexpr Index kFew = 32;
/// A distance below this part of the squares it is the difference of has lost
/// too many digits.
constexpr double kCancelled = 1e-6;

double squared_distance(const RowsView& models, Index i, Index j) {
  return (models.row(i) - models.row(j)).squaredNorm();
}

}  // namespace

Matrix squared_distances(const RowsView& models) {
  if (models.rows() <= kFew) {
    Matrix squared = Matrix::Zero(models.rows(), models.rows());
    for (Index i = 0; i < models.rows(); ++i)
      for (Index j = 0; j < i; ++j)
        squared(i, j) = squared(j, i) = squared_distance(models, i, j);
    return squared;
  }
  const Matrix centred = models.rowwise() - models.colwise().mean();
  Matrix products = Matrix::Zero(models.rows(), models.rows());
  products.selfadjointView<Eigen::Lower>().rankUpdate(centred);
  const Vector norms = products.diagonal();
  for (Index i = 0; i < models.rows(); ++i) {
    products(i, i) = 0;
    for (Index j = 0; j < i; ++j) {
      const double squares = norms(i) + norms(j);
      const double distance = squares - 2 * products(i, j);
      products(i, j) = products(j, i) = distance > kCancelled * squares
                                            ? distance
                                            : squared_distance(models, i, j);
    }
  }
  return products;
}

Vector mean_of_kept(const RowsView& models, std::span<double> selection) {
  Vector sum = Vector::Zero(models.cols());
  double kept = 0;
  for (std::size_t i = 0; i < selection.size(); ++i) {
    if (selection[i] == 0) continue;
    sum += models.row(i).transpose();
    ++kept;
  }
  for (double& each : selection) each *= selection.size() / kept;
  return sum / kept;
}

double select_value(std::span<double> values, std::size_t place) {
  require(place < values.size(), "fewer values than that");
  double* v = values.data();
  std::size_t n = values.size();
  // Bounds the effort: an adversary's values fall back on the library's select.
  for (int left = 40; n > 16 && left > 0; --left) {
    const double a = v[0];
    const double b = v[n / 2];
    const double c = v[n - 1];
    const double pivot = std::max(std::min(a, b), std::min(std::max(a, b), c));
    // No branch that depends on a comparison: those are expensive.
    std::size_t less = 0;
    for (std::size_t i = 0; i < n; ++i) {
      const double x = v[i];
      v[i] = v[less];
      v[less] = x;
      less += x < pivot;
    }
    if (place < less) {
      n = less;
      continue;
    }
    std::size_t upto = less;
    for (std::size_t i = less; i < n; ++i) {
      const double x = v[i];
      v[i] = v[upto];
      v[upto] = x;
      upto += x <= pivot;
    }
    if (place < upto) return pivot;
    v += upto;
    n -= upto;
    place -= upto;
  }
  std::nth_element(v, v + place, v + n);
  return v[place];
}

double median_of(std::span<double> values) {
  require(!values.empty(), "median of no values");
  const std::size_t middle = values.size() / 2;
  const double upper = select_value(values, middle);
  if (values.size() % 2 == 1) return upper;
  return (select_value(values, middle - 1) + upper) / 2;
}

double median_of_copy(const Vector& values) {
  std::vector<double> copy(values.begin(), values.end());
  return median_of(copy);
}

std::vector<Index> telling_rows(const Vector& lengths,
                                std::uint32_t malicious) {
  const Index moved = (lengths.array() > 0).count();
  const bool all = 2 * moved >= lengths.size() || moved <= 3 * Index{malicious};
  std::vector<Index> rows;
  for (Index i = 0; i < lengths.size(); ++i)
    if (all || lengths(i) > 0) rows.push_back(i);
  return rows;
}

Vector distances_to(const RowsView& models, const Vector& centre) {
  return (models.rowwise() - centre.transpose()).rowwise().norm();
}

}  // namespace fedltr
