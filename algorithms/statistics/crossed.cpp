#include "algorithms/statistics/crossed.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include <Eigen/LU>
#include <boost/math/distributions/students_t.hpp>

#include "algorithms/core/numbers_below.hpp"
#include "algorithms/core/require.hpp"
#include "algorithms/statistics/paired.hpp"

namespace fedltr {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

double square(double x) {
  return x * x;
}

/// The cells of each query, or of each seed.
struct Classes {
  Vector counts;
  double squares = 0;  ///< sum of squares of the classes' means, by cell
  double shared = 0;   ///< mean over cells of the number in the same class

  Classes(std::span<const CrossedCell> cells, Index CrossedCell::*place,
          Index number, double mean) {
    counts = Vector::Zero(number);
    Vector sums = Vector::Zero(number);
    for (const CrossedCell& cell : cells) {
      ++counts(cell.*place);
      sums(cell.*place) += cell.difference - mean;
    }
    require(counts.minCoeff() > 0, "queries and seeds are numbered from 0");
    squares = (sums.array().square() / counts.array()).sum();
    shared = counts.squaredNorm() / double(cells.size());
  }
};

/// Number of parts of the cells that share neither query nor seed.
Index count_parts(std::span<const CrossedCell> cells, Index queries,
                  Index seeds) {
  auto parent = numbers_below<Index>(static_cast<std::size_t>(queries + seeds));
  const auto root = [&](Index node) {
    while (parent[static_cast<std::size_t>(node)] != node)
      node = parent[static_cast<std::size_t>(node)] =
          parent[static_cast<std::size_t>(
              parent[static_cast<std::size_t>(node)])];
    return node;
  };
  Index parts = queries + seeds;
  for (const CrossedCell& cell : cells) {
    const Index a = root(cell.query);
    const Index b = root(queries + cell.seed);
    if (a == b) continue;
    parent[static_cast<std::size_t>(a)] = b;
    --parts;
  }
  return parts;
}

/// Variances of the effects; estimates, which may be negative.
struct Components {
  double query = 0;
  double seed = 0;
  double error = 0;
};

/// Solves for the variances whose expected sums of squares are those found.
Components components_of(double total, const Classes& queries,
                         const Classes& seeds, double cells) {
  const double q = double(queries.counts.size());
  const double s = double(seeds.counts.size());
  if (q == cells) {  // the query's effect is part of the error
    Eigen::Matrix2d expected;
    expected << cells - seeds.shared, cells - 1, cells - seeds.shared, s - 1;
    const Eigen::Vector2d found =
        expected.inverse() * Eigen::Vector2d(total, seeds.squares);
    return {0, found(0), found(1)};
  }
  Eigen::Matrix3d expected;
  expected << cells - queries.shared, cells - seeds.shared, cells - 1,
      cells - queries.shared, q - seeds.shared, q - 1, s - queries.shared,
      cells - seeds.shared, s - 1;
  const Eigen::Vector3d found =
      expected.inverse() *
      Eigen::Vector3d(total, queries.squares, seeds.squares);
  return {found(0), found(1), found(2)};
}

/// Fills in the mean and the mean squares. @return the variances
Components analyse(std::span<const CrossedCell> cells, CrossedDifference& r) {
  const double number = double(cells.size());
  double sum = 0;
  for (const CrossedCell& cell : cells) sum += cell.difference;
  r.mean = sum / number;
  double total = 0;
  for (const CrossedCell& cell : cells)
    total += square(cell.difference - r.mean);
  const Classes queries(cells, &CrossedCell::query, r.queries, r.mean);
  const Classes seeds(cells, &CrossedCell::seed, r.seeds, r.mean);
  require(number > double(r.seeds), "some seed needs two queries or more");
  Components c = components_of(total, queries, seeds, number);
  c.error = std::max(0.0, c.error);
  r.error_square = c.error;
  r.query_square = std::max(0.0, queries.shared * c.query + c.error);
  r.seed_square = std::max(0.0, seeds.shared * c.seed + c.error);
  return c;
}

/// Variance of the mean times the number of cells. If all queries and all seeds
/// have one mean except for rounding, by chance, only the error's mean square
/// shows how far that may be off: it has the same expectation.
double variance(const CrossedDifference& r) {
  const double larger = std::max(r.query_square, r.seed_square);
  if (!(larger > 1e-12 * r.error_square)) return r.error_square;
  return std::max(r.query_square + r.seed_square - r.error_square, larger);
}

/// Satterthwaite's degrees of freedom of variance().
double degrees_of(const CrossedDifference& r, double cells, double parts) {
  // A one-way analysis: the queries are part of the error.
  if (double(r.queries) == cells) return double(r.seeds) - 1;
  const double of_queries = std::max(1.0, double(r.queries) - parts);
  const double of_seeds = std::max(1.0, double(r.seeds) - parts);
  const double of_error =
      std::max(1.0, cells - double(r.queries + r.seeds) + parts);
  return square(variance(r)) /
         (square(r.query_square) / of_queries +
          square(r.seed_square) / of_seeds + square(r.error_square) / of_error);
}

}  // namespace

CrossedDifference compare_crossed(std::span<const CrossedCell> cells,
                                  double size) {
  CrossedDifference result;
  for (const CrossedCell& cell : cells) {
    result.queries = std::max(result.queries, cell.query + 1);
    result.seeds = std::max(result.seeds, cell.seed + 1);
    require(std::isfinite(cell.difference),
            "a paired test needs finite values");
  }
  require(result.queries >= 2 && result.seeds >= 2,
          "at least two queries and two seeds are needed");
  const Components c = analyse(cells, result);
  const double number = double(cells.size());
  const double error = std::sqrt(variance(result) / number);
  // Equal except for rounding.
  if (!(error > kRounding * std::max(std::abs(result.mean), size))) {
    const bool same = std::abs(result.mean) <= kRounding * size;
    result.effect = same ? 0 : std::copysign(kInfinity, result.mean);
    result.t = result.effect;
    result.t_test = same ? 1 : 0;
    return result;
  }
  result.degrees = degrees_of(
      result, number, double(count_parts(cells, result.queries, result.seeds)));
  const boost::math::students_t distribution(std::max(1.0, result.degrees));
  result.interval = error * boost::math::quantile(
                                boost::math::complement(distribution, .025));
  result.effect = result.mean / std::sqrt(std::max(0.0, c.query) +
                                          std::max(0.0, c.seed) + c.error);
  result.t = result.mean / error;
  result.t_test = 2 * boost::math::cdf(boost::math::complement(
                          distribution, std::abs(result.t)));
  return result;
}

CrossedDifference compare_crossed(const Matrix& differences, double size) {
  std::vector<CrossedCell> cells;
  for (Index q = 0; q < differences.rows(); ++q)
    for (Index s = 0; s < differences.cols(); ++s)
      cells.push_back({q, s, differences(q, s)});
  return compare_crossed(cells, size);
}

}  // namespace fedltr
