#pragma once

#include <memory>
#include <vector>

#include "algorithms/data/dataset.hpp"
#include "algorithms/ranking/metrics.hpp"
#include "algorithms/ranking/ranker.hpp"

namespace fedltr {

/// How documents of equal score are ordered.
enum class Ties {
  kInput,  ///< as they stand in the file
  kTrec,   ///< by document name, descending, as trec_eval does
};

/// The places of the `depth` highest scores, best first; equal scores keep the
/// order of `visit`.
///
/// @param visit   all places in the order that decides ties
/// @param ranking filled; its size is the depth, at most #visit
void top_documents(const VectorView& scores, std::span<const Index> visit,
                   std::span<Index> ranking);

/// Scores a ranker on a judged set: the mean of each metric over the queries.
class Evaluation {
 public:
  /// @throws std::invalid_argument for ties by name on documents without names,
  ///         and when every query is left out of a metric's mean
  Evaluation(std::shared_ptr<const Dataset> data,
             std::shared_ptr<const Ranker> ranker,
             std::vector<NamedMetric> metrics, EmptyQuery empty, Ties ties);

  /// One mean a metric; NaN when no query counts.
  std::vector<double> means(const VectorView& parameters) const;

  /// #queries by #metrics; NaN where a query is left out.
  Matrix per_query(const VectorView& parameters) const;

  const std::vector<NamedMetric>& metrics() const { return metrics_; }
  const Dataset& data() const { return *data_; }

 private:
  std::shared_ptr<const Dataset> data_;
  std::shared_ptr<const Ranker> ranker_;
  std::vector<NamedMetric> metrics_;
  EmptyQuery empty_;
  std::size_t depth_ = 0;     ///< ranks any metric looks at, 0 = all
  std::vector<Index> visit_;  ///< by document: place within its query
  std::vector<int> highest_;  ///< by query: its highest label
};

}  // namespace fedltr
