#include "algorithms/statistics/crossed.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include <boost/math/distributions/students_t.hpp>

#include "algorithms/core/require.hpp"
#include "algorithms/statistics/paired.hpp"

namespace fedltr {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

double square(double x) {
  return x * x;
}

/// Fills in the mean squares.
CrossedDifference analyse(const Matrix& d) {
  const double q = d.rows();
  const double s = d.cols();
  CrossedDifference result{d.rows(), d.cols(), d.mean()};
  const Vector by_query = d.rowwise().mean();
  const Vector by_seed = d.colwise().mean().transpose();
  result.query_square =
      s * (by_query.array() - result.mean).square().sum() / (q - 1);
  result.seed_square =
      q * (by_seed.array() - result.mean).square().sum() / (s - 1);
  const Matrix rest =
      ((d.colwise() - by_query).rowwise() - by_seed.transpose()).array() +
      result.mean;
  result.error_square = rest.squaredNorm() / ((q - 1) * (s - 1));
  return result;
}

/// The deviation of a single difference: the sum of the three components, each
/// at least 0.
double deviation(const CrossedDifference& r) {
  const double by_query =
      std::max(0.0, r.query_square - r.error_square) / double(r.seeds);
  const double by_seed =
      std::max(0.0, r.seed_square - r.error_square) / double(r.queries);
  return std::sqrt(by_query + by_seed + r.error_square);
}

/// Variance of the mean times #queries #seeds. If all queries and all seeds
/// have one mean except for rounding, by chance, only the error's mean square
/// shows how far that may be off: it has the same expectation.
double variance(const CrossedDifference& r) {
  const double larger = std::max(r.query_square, r.seed_square);
  if (!(larger > 1e-24 * r.error_square)) return r.error_square;
  return std::max(r.query_square + r.seed_square - r.error_square, larger);
}

}  // namespace

CrossedDifference compare_crossed(const Matrix& differences, double size) {
  require(differences.rows() >= 2 && differences.cols() >= 2,
          "at least two queries and two seeds are needed");
  require(differences.array().isFinite().all(),
          "a paired test needs finite values");
  CrossedDifference result = analyse(differences);
  const double q = double(result.queries);
  const double s = double(result.seeds);
  const double used = variance(result);
  const double error = std::sqrt(used / (q * s));
  // Equal except for rounding.
  if (!(error > kRounding * std::max(std::abs(result.mean), size))) {
    const bool same = std::abs(result.mean) <= kRounding * size;
    result.effect = same ? 0 : std::copysign(kInfinity, result.mean);
    result.t = result.effect;
    result.t_test = same ? 1 : 0;
    return result;
  }
  result.degrees =
      square(used) / (square(result.query_square) / (q - 1) +
                      square(result.seed_square) / (s - 1) +
                      square(result.error_square) / ((q - 1) * (s - 1)));
  const boost::math::students_t distribution(std::max(1.0, result.degrees));
  result.interval = error * boost::math::quantile(
                                boost::math::complement(distribution, .025));
  result.effect = result.mean / deviation(result);
  result.t = result.mean / error;
  result.t_test = 2 * boost::math::cdf(boost::math::complement(
                          distribution, std::abs(result.t)));
  return result;
}

}  // namespace fedltr
