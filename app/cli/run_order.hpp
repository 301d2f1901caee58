#pragma once

#include <string>
#include <vector>

#include "algorithms/data/dataset.hpp"
#include "algorithms/ranking/run_evaluation.hpp"

namespace fedltr {

/// Orders the documents of queries as a run of another program has them.
class RunOrder {
 public:
  /// @param file  the run's, for messages
  /// @param data  outlives this
  RunOrder(const RankedRun& run, std::string file, const Dataset& data);

  /// Returns places in the query, best first: by score, equal ones by name from
  /// the last, as trec_eval does; then documents that the run lacks, in the
  /// order of their rows.
  /// @throws DataError  if the run ranks a document that has no row, whose rank
  ///                    the others would take
  std::vector<Index> operator()(Index query) const;

 private:
  TextMap<std::vector<std::string>> best_;  ///< documents, best first, by query
  std::string file_;
  const Dataset& data_;
};

}  // namespace fedltr
