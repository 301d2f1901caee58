#include "algorithms/data/quantiles.hpp"

#include <algorithm>
#include <cmath>

#include "algorithms/core/require.hpp"

namespace fedltr {
namespace {

/// Features whose values are held at a time.
constexpr Index kAtOnce = 16;

/// Returns (x - low) / (high - low), also if a difference exceeds all doubles.
double place_between(double low, double high, double x) {
  return std::isfinite(high - low) ? (x - low) / (high - low)
                                   : (x / 2 - low / 2) / (high / 2 - low / 2);
}

/// Sets one feature's quantiles. @param sorted  its values
void set_quantiles(const std::vector<double>& sorted,
                   Eigen::Ref<Eigen::RowVectorXd> quantiles) {
  const auto last = static_cast<std::uint64_t>(sorted.size() - 1);
  const auto steps = static_cast<std::uint64_t>(quantiles.size() - 1);
  for (Index i = 0; i < quantiles.size(); ++i) {
    if (steps == 0) {
      quantiles(i) = sorted[0];
      continue;
    }
    const std::uint64_t whole = static_cast<std::uint64_t>(i) * last;
    const std::uint64_t below = whole / steps;
    const double part = static_cast<double>(whole % steps) / steps;
    double value = sorted[below];
    // Halves, as the difference of two doubles may be none.
    if (part > 0 && sorted[below + 1] != value)
      value =
          std::min(2 * (value / 2 + part * (sorted[below + 1] / 2 - value / 2)),
                   sorted[below + 1]);
    quantiles(i) = i > 0 ? std::max(value, quantiles(i - 1)) : value;
  }
}

}  // namespace

Matrix fit_quantiles(const Dataset& training) {
  const Index documents = training.documents();
  require(documents > 0, "quantiles are fitted to documents");
  Matrix quantiles(training.features(), std::min(kMostQuantiles, documents));
  std::vector<double> room;
  for (Index from = 0; from < training.features(); from += kAtOnce) {
    const Index now = std::min(kAtOnce, training.features() - from);
    std::vector<std::vector<double>> columns(now);
    for (auto& column : columns) column.reserve(documents);
    for (Index query = 0; query < training.queries(); ++query) {
      const auto values = training.features_of(query, room);
      for (Index row = 0; row < values.rows(); ++row)
        for (Index j = 0; j < now; ++j)
          columns[j].push_back(values(row, from + j));
    }
    for (Index j = 0; j < now; ++j) {
      std::ranges::sort(columns[j]);
      set_quantiles(columns[j], quantiles.row(from + j));
    }
  }
  return quantiles;
}

double quantile_level(std::span<const double> quantiles, double x) {
  if (x <= quantiles.front() || quantiles.front() == quantiles.back()) return 0;
  if (x >= quantiles.back()) return 1;
  const auto [low, high] =
      std::equal_range(quantiles.begin(), quantiles.end(), x);
  const auto at = static_cast<double>(low - quantiles.begin());
  const auto steps = static_cast<double>(quantiles.size() - 1);
  if (low == high) return (at - 1 + place_between(*(low - 1), *low, x)) / steps;
  return (at + static_cast<double>(high - low - 1) / 2) / steps;
}

}  // namespace fedltr
