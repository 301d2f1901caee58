#include "algorithms/silo/shared_metrics.hpp"

#include <algorithm>
#include <cmath>

#include "algorithms/core/require.hpp"

namespace fedltr {
namespace {

constexpr double kUnits = 4096;       // of a value
constexpr double kParts = 1U << 16U;  // of an epsilon
constexpr double kFarthest = 64;      // scales of noise: once in e^64 draws
constexpr Index kMostMetrics = 15;    // the noise's scale is a ratio of 32 bits

std::uint32_t counted(const Matrix& values, Index metric) {
  return static_cast<std::uint32_t>(
      (values.col(metric).array() == values.col(metric).array()).count());
}

MetricMeans no_means(const Matrix& values) {
  MetricMeans told;
  told.queries = values.cols() > 0 ? counted(values, 0) : 0;
  told.means.assign(static_cast<std::size_t>(values.cols()), 0);
  return told;
}

}  // namespace

MetricMeans plain_means(const Matrix& values) {
  MetricMeans told = no_means(values);
  for (Index m = 0; m < values.cols(); ++m) {
    double sum = 0;
    for (Index q = 0; q < values.rows(); ++q)
      if (!std::isnan(values(q, m))) sum += values(q, m);
    if (const auto queries = counted(values, m); queries > 0)
      told.means[static_cast<std::size_t>(m)] = sum / queries;
  }
  return told;
}

MetricMeans noisy_means(const Matrix& values, double epsilon,
                        const Bits& bits) {
  require(epsilon >= 1 / kParts && epsilon < kParts,
          "an epsilon of metrics is 2^-16 to 65536");
  require(values.cols() <= kMostMetrics, "at most 15 metrics are shared");
  MetricMeans told = no_means(values);
  const auto scale = static_cast<std::uint64_t>(
      kUnits * kParts * static_cast<double>(values.cols()));
  const auto over = static_cast<std::uint64_t>(std::floor(epsilon * kParts));
  for (Index m = 0; m < values.cols(); ++m) {
    std::int64_t sum = 0;
    for (Index q = 0; q < values.rows(); ++q)
      if (!std::isnan(values(q, m)))
        sum += std::llround(kUnits * std::clamp(values(q, m), 0.0, 1.0));
    const auto queries = counted(values, m);
    if (queries == 0) continue;
    sum += discrete_laplace(scale, over, bits);
    told.means[static_cast<std::size_t>(m)] =
        static_cast<double>(sum) / (kUnits * queries);
  }
  return told;
}

void require_means(const MetricMeans& told, std::size_t metrics,
                   MetricSharing sharing, double epsilon) {
  require(told.means.size() == metrics, "holds the wrong number of means");
  // Under noise a metric may be for a single query, whatever the number of
  // queries of the first metric.
  const bool noisy = sharing == MetricSharing::kNoisy;
  const double noise =
      noisy ? kFarthest * static_cast<double>(metrics) / epsilon : 0;
  for (const double mean : told.means) {
    require(std::isfinite(mean), "holds a number that is not finite");
    require(
        mean >= -noise && (!noisy || mean <= 1 + noise),
        noisy ? "holds a mean that no noise explains" : "holds a mean below 0");
  }
}

}  // namespace fedltr
