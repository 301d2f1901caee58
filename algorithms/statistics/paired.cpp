#include "algorithms/statistics/paired.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include <boost/math/distributions/students_t.hpp>

#include "algorithms/core/numbers_below.hpp"
#include "algorithms/core/require.hpp"
#include "algorithms/core/rng.hpp"

namespace fedltr {
namespace {

double fisher_p_value(std::span<const double> differences, int permutations,
                      std::uint64_t seed, double size) {
  const double observed =
      std::abs(std::accumulate(differences.begin(), differences.end(), 0.0));
  // A sum that equals the observed one except for rounding counts as equal.
  const double least =
      observed -
      kRounding * std::max(observed, double(differences.size()) * size);
  int extreme = 0;
  for (int i = 0; i < permutations; ++i) {
    Rng rng(seed, Purpose::kPermutation, 0, i);
    double sum = 0;
    std::uint64_t signs = 0;
    for (std::size_t j = 0; j < differences.size(); ++j, signs >>= 1) {
      if (j % 64 == 0) signs = rng();
      sum += (signs & 1) != 0 ? differences[j] : -differences[j];
    }
    extreme += std::abs(sum) >= least;
  }
  return (extreme + 1.0) / (permutations + 1.0);
}

}  // namespace

PairedDifference compare_pairs(std::span<const double> differences,
                               int permutations, std::uint64_t seed,
                               double size) {
  require(differences.size() >= 2, "a paired test needs at least two pairs");
  PairedDifference result;
  result.pairs = differences.size();
  const double n = differences.size();
  for (const double difference : differences) {
    require(std::isfinite(difference), "a paired test needs finite values");
    result.mean += difference / n;
  }
  double squares = 0;
  for (const double difference : differences)
    squares += (difference - result.mean) * (difference - result.mean);
  result.deviation = std::sqrt(squares / (n - 1));
  result.fisher = fisher_p_value(differences, permutations, seed, size);
  // Equal except for rounding.
  if (!(result.deviation > kRounding * std::max(std::abs(result.mean), size))) {
    const bool same = std::abs(result.mean) <= kRounding * size;
    constexpr double kInfinity = std::numeric_limits<double>::infinity();
    result.effect = same ? 0 : std::copysign(kInfinity, result.mean);
    result.t = result.effect;
    result.t_test = same ? 1 : 0;
    return result;
  }
  const boost::math::students_t distribution(n - 1);
  const double error = result.deviation / std::sqrt(n);
  result.interval = error * boost::math::quantile(
                                boost::math::complement(distribution, .025));
  result.effect = result.mean / result.deviation;
  result.t = result.mean / error;
  result.t_test = 2 * boost::math::cdf(boost::math::complement(
                          distribution, std::abs(result.t)));
  return result;
}

std::vector<double> bonferroni(std::span<const double> p_values) {
  std::vector<double> adjusted;
  for (const double p : p_values)
    adjusted.push_back(std::min(1.0, p * p_values.size()));
  return adjusted;
}

std::vector<double> holm(std::span<const double> p_values) {
  auto order = numbers_below<std::size_t>(p_values.size());
  std::ranges::stable_sort(order, [&](std::size_t a, std::size_t b) {
    return p_values[a] < p_values[b];
  });
  std::vector<double> adjusted(p_values.size());
  double highest = 0;
  for (std::size_t i = 0; i < order.size(); ++i) {
    const double left = order.size() - i;
    highest = std::max(highest, std::min(1.0, left * p_values[order[i]]));
    adjusted[order[i]] = highest;
  }
  return adjusted;
}

}  // namespace fedltr
