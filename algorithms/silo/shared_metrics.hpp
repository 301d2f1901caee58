#pragma once

#include <cstdint>
#include <vector>

#include "algorithms/core/linalg.hpp"
#include "algorithms/privacy/discrete.hpp"

namespace fedltr {

/// A party's report to the others of how well it ranks its held-out queries.
enum class MetricSharing : std::uint8_t { kNone, kNoisy, kPlain };

/// Mean of each metric over a party's held-out queries.
struct MetricMeans {
  static constexpr const char* kName = "means of metrics";
  std::uint32_t queries = 0;  ///< queries that the first metric covers
  std::vector<double> means;  ///< #metrics; 0 for a metric without queries
  auto fields(auto&& f) { return f(queries, means); }
};

/// The exact means.
/// @param values  #queries by #metrics, NaN if the metric is empty for the
/// query
MetricMeans plain_means(const Matrix& values);

/// The means of values in [0, 1] (others are clamped), under noise that hides
/// the values of one query: epsilon, delta = 0, all metrics together, given
/// that the numbers of queries are public and one query is replaced by another
/// that is empty for the same metrics.
///
/// Values are rounded to 1 / 4096 and added; the sum, of sensitivity 4096, gets
/// discrete Laplace noise of scale 4096 #metrics / epsilon (Canonne, Kamath and
/// Steinke, NeurIPS 2020). Means may lie outside [0, 1].
/// @param epsilon  2^-16 to 65536; rounded down to a multiple of 2^-16
MetricMeans noisy_means(const Matrix& values, double epsilon, const Bits& bits);

/// Checks another party's report: one mean per metric, finite, at least 0, or
/// under noise no farther from [0, 1] than the noise can move it.
/// @throws std::invalid_argument  with the reason
void require_means(const MetricMeans& told, std::size_t metrics,
                   MetricSharing sharing, double epsilon);

}  // namespace fedltr
