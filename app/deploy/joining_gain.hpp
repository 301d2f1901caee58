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

/// How much better a party ranks its own held-out queries by a model of all
/// members than by its own alone, by one metric.
struct MetricGain {
  std::string metric;
  /// None: fewer than two queries count.
  std::optional<PairedDifference> gain;

  /// Whether the interval is below 0.
  bool loses() const { return gain && gain->mean + gain->interval < 0; }
  bool wins() const { return gain && gain->mean - gain->interval > 0; }
};

/// What joining has brought to one party: stands first in what it is told.
struct JoiningGain {
  std::string joint;  ///< the method that uses all members' documents
  std::string alone;  ///< the one of its own
  std::vector<MetricGain> metrics;
};

/// @param metrics       names, by column
/// @param joint, alone  #queries by #metrics; not a number: the query is empty
///                      for the metric, and left out
JoiningGain joining_gain(const std::string& joint_method, const Matrix& joint,
                         const std::string& alone_method, const Matrix& alone,
                         std::span<const std::string> metrics);

/// A line a metric, those that lose named first.
void print_joining(std::ostream& out, const JoiningGain& gain);
Json joining_json(const JoiningGain& gain);

}  // namespace fedltr
