#pragma once

#include <cstddef>
#include <optional>
#include <ostream>
#include <span>
#include <string>
#include <vector>

#include "algorithms/core/linalg.hpp"
#include "algorithms/statistics/paired.hpp"
#include "app/base/json_fwd.hpp"

namespace fedltr {

/// Fewest queries of a comparison: of fewer no test without assumptions about
/// their distribution finds a difference at 5 %, since all of n signs agree by
/// chance with 2^(1 - n).
inline constexpr std::size_t kFewestQueries = 6;

/// Difference, by one metric, between a party's ranking of its own held-out
/// queries by a model of all members and without joining.
struct MetricGain {
  std::string metric;
  std::size_t queries = 0;  ///< number that count
  /// Nullopt if fewer than kFewestQueries count.
  std::optional<PairedDifference> gain;
  double p = 1;  ///< two-sided, by Holm's correction for all metrics

  bool loses() const { return is_shown() && gain->mean < 0; }
  bool wins() const { return is_shown() && gain->mean > 0; }

 private:
  bool is_shown() const { return gain && p < 0.05; }
};

/// Gain of one party by joining: comes first in its report.
struct JoiningGain {
  std::string joint;        ///< the method that uses all members' documents
  std::string alone;        ///< the method that uses its own documents only
  std::size_t queries = 0;  ///< held-out
  std::vector<MetricGain> metrics;
};

/// @param metrics       names, by column
/// @param joint, alone  #queries by #metrics; NaN: the query is empty for the
///               metric, and left out
JoiningGain joining_gain(const std::string& joint_method, const Matrix& joint,
                         const std::string& alone_method, const Matrix& alone,
                         std::span<const std::string> metrics);

/// Returns the gain with its interval, and in words if it decides.
std::string text_of(const MetricGain& gain);
/// Prints one line per metric, losing metrics first.
void print_joining(std::ostream& out, const JoiningGain& gain);
Json joining_json(const JoiningGain& gain);

}  // namespace fedltr
