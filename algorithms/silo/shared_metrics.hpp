#pragma once

#include <cstdint>
#include <vector>

#include "algorithms/core/linalg.hpp"
#include "algorithms/privacy/discrete.hpp"

namespace fedltr {

/// What a party tells the others of how well it ranks its held-out queries.
enum class MetricSharing : std::uint8_t { kNone, kNoisy, kPlain };

/// Mean of each metric over a party's held-out queries.
struct MetricMeans {
  static constexpr const char* kName = "means of metrics";
  std::uint32_t queries = 0;  ///< that a first metric is not empty for
  std::vector<double> means;  ///< #metrics; 0 where there is no query
  template <class F>
  auto fields(F&& f) {
    return f(queries, means);
  }
};

/// The means as they are.
/// @param values  #queries by #metrics, NaN: the query is empty for it
MetricMeans plain_means(const Matrix& values);

/// The means of values in [0, 1] (others are cut), under noise that hides which
/// value one query has: epsilon, delta = 0, all metrics together, where the
/// numbers of queries are public and one query is replaced by another that is
/// empty for the same metrics.
///
/// A metric's values are rounded to 1 / 4096 and added; to the sum, whose
/// sensitivity is 4096, comes discrete Laplace noise of scale 4096 #metrics /
/// epsilon (Canonne, Kamath and Steinke, NeurIPS 2020). Means may end outside
/// [0, 1].
/// @param epsilon  2^-16 to 65536; rounded down to 2^-16
MetricMeans noisy_means(const Matrix& values, double epsilon, const Bits& bits);

/// Checks what another party says: as many means as metrics, finite, none below
/// 0, or under noise none that is farther from [0, 1] than noise ever is.
/// @throws std::invalid_argument  with what is wrong
void require_means(const MetricMeans& told, std::size_t metrics,
                   MetricSharing sharing, double epsilon);

}  // namespace fedltr
