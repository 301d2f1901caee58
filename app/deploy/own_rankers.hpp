#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "actors/silo/silo_plan.hpp"
#include "algorithms/silo/own_rows.hpp"
#include "algorithms/statistics/paired.hpp"

namespace fedltr {

/// Quality of rankers that need no joining on a party's own held-out queries in
/// its own documents: untrained_rankers(), the method `local` and, with own
/// rows, kOwnRowsMethod, all with statistics of its own documents alone.
struct OwnRankers {
  std::vector<std::uint32_t> queries;    ///< held-out, ascending
  std::map<std::string, Matrix> values;  ///< by method: #queries by #metrics
  Index main = 0;                        ///< main_metric()

  /// The method with the largest mean of the main metric; empty if no query
  /// counts. The queries that choose it also measure it, in its favour.
  std::string best() const;
  /// Number of queries that count for a metric, by its column.
  std::size_t counted(Index metric) const;
};

/// @param plan  with the party's own data
/// @param rows  null: the party has none
/// @return  nothing without held-out queries
OwnRankers own_rankers(const SiloPlan& plan, std::uint32_t party,
                       const OwnRows* rows = nullptr);

/// Returns the mean of some values, as of differences.
/// @param values  NaN: does not count
/// @return  nullopt if fewer than kFewestQueries count
std::optional<PairedDifference> mean_within(const VectorView& values);

}  // namespace fedltr
