#include "algorithms/aggregation/robust.hpp"

#include <algorithm>
#include <array>
#include <vector>

#include "algorithms/core/require.hpp"
#include "algorithms/core/wide.hpp"

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

RuleTraits falling_to(RuleTraits traits, std::string falls) {
  traits.falls = std::move(falls);
  return traits;
}

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

/// Rows that stand side by side, by column, where others are multiplied with
/// them: a panel.
constexpr Index kPanel = 8;
/// Columns multiplied at a time: panels stay in the caches.
constexpr Index kDepth = 256;

/// products(i, j) += row i times row j, for j <= i at least; each sum in the
/// order of the columns.
struct AddProducts {
  /// @param rows      `count` rows of `depth` columns, `stride` numbers apart
  /// @param panels    the same rows
  /// @param products  #rows by #rows
  template <int kLanes>
  FEDLTR_INLINE static void run(const double* rows, Index stride, Index count,
                                Index depth, const double* panels,
                                double* products) {
    // As many sums as registers hold.
    constexpr Index kRows = kLanes;
    for (Index j = 0; j < count; j += kPanel)
      for (Index i = j; i < count; i += kRows) {
        std::array<double, kRows * kPanel> tile;
        const Index height = std::min(kRows, count - i);
        multiply<kLanes, kRows>(rows + i * stride, stride, height, depth,
                                panels + j * depth, tile.data());
        const Index width = std::min(kPanel, count - j);
        for (Index row = 0; row < height; ++row)
          for (Index k = 0; k < width; ++k)
            products[(i + row) * count + j + k] += tile[row * kPanel + k];
      }
  }

 private:
  template <int kLanes, Index kRows>
  FEDLTR_INLINE static void multiply(const double* rows, Index stride,
                                     Index height, Index depth,
                                     const double* panel, double* tile) {
    constexpr Index kParts = kPanel / kLanes;
    const double* row[kRows];
    for (Index r = 0; r < kRows; ++r)
      row[r] = rows + std::min(r, height - 1) * stride;
    Lanes<kLanes> sums[kRows][kParts] = {};
    for (Index k = 0; k < depth; ++k) {
      Lanes<kLanes> others[kParts];
      for (Index part = 0; part < kParts; ++part)
        load(panel + k * kPanel + part * kLanes, others[part]);
      for (Index r = 0; r < kRows; ++r)
        for (Index part = 0; part < kParts; ++part)
          sums[r][part] += row[r][k] * others[part];
    }
    for (Index r = 0; r < kRows; ++r)
      for (Index part = 0; part < kParts; ++part)
        store(sums[r][part], tile + r * kPanel + part * kLanes);
  }
};

/// Products of all pairs of rows; entries above the diagonal are unspecified.
Matrix products_of_rows(const Matrix& rows) {
  const Index count = rows.rows();
  Matrix products = Matrix::Zero(count, count);
  std::vector<double> panels((count + kPanel - 1) / kPanel * kPanel * kDepth);
  for (Index first = 0; first < rows.cols(); first += kDepth) {
    const Index depth = std::min(kDepth, rows.cols() - first);
    for (Index i = 0; i < count; ++i)
      for (Index k = 0; k < depth; ++k)
        panels[(i / kPanel * depth + k) * kPanel + i % kPanel] =
            rows(i, first + k);
    wide<AddProducts>(rows.data() + first, rows.cols(), count, depth,
                      static_cast<const double*>(panels.data()),
                      products.data());
  }
  return products;
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
  Matrix products = products_of_rows(centred);
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
