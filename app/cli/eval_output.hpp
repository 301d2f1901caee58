#pragma once

#include <iosfwd>
#include <optional>
#include <string>
#include <vector>

#include "algorithms/ranking/run_evaluation.hpp"

namespace fedltr {

/// Values over other queries than those that count.
struct OtherMeans {
  std::string of;  ///< `ranked`, or `judged`: all judged ones
  Matrix values;   ///< as QueryValues
};

/// Values by query, and the names of their columns.
struct EvaluatedRanking {
  std::vector<std::string> metrics;
  QueryValues result;
  /// Present if judged queries have no ranking.
  std::optional<OtherMeans> other;
};

using Print = void (*)(std::ostream& out, const EvaluatedRanking& evaluated,
                       bool per_query);
/// Returns the printer of a format: text, tsv or json.
/// @throws UsageError  for another one
Print printer(const std::string& format);

}  // namespace fedltr
