#pragma once

#include <optional>
#include <ostream>
#include <span>
#include <string>
#include <vector>

#include "algorithms/core/linalg.hpp"
#include "algorithms/statistics/paired.hpp"
#include "app/base/json_fwd.hpp"

namespace fedltr {

/// Difference, by one metric, between a party's ranking of its own held-out
/// queries by a model of all members and by its own model alone.
struct MetricGain {
  std::string metric;
  /// Nullopt if fewer than two queries count.
  std::optional<PairedDifference> gain;

  /// True if the interval is below 0.
  bool loses() const { return gain && gain->mean + gain->interval < 0; }
  bool wins() const { return gain && gain->mean - gain->interval > 0; }
};

/// Gain of one party by joining: comes first in its report.
struct JoiningGain {
  std::string joint;  ///< the method that uses all members' documents
  std::string alone;  ///< the method that uses its own documents only
  std::vector<MetricGain> metrics;
};

/// @param metrics       names, by column
/// @param joint, alone  #queries by #metrics; NaN: the query is empty for the
///               metric, and left out
JoiningGain joining_gain(const std::string& joint_method, const Matrix& joint,
                         const std::string& alone_method, const Matrix& alone,
                         std::span<const std::string> metrics);

/// Prints one line per metric, losing metrics first.
void print_joining(std::ostream& out, const JoiningGain& gain);
Json joining_json(const JoiningGain& gain);

}  // namespace fedltr
