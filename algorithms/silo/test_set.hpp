#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "algorithms/ranking/metrics.hpp"
#include "algorithms/silo/pointwise.hpp"
#include "algorithms/text/retrieval.hpp"

namespace fedltr {

/// A held-out query with the documents a model is to rank.
struct TestQuery {
  std::uint32_t party = 0;  ///< whose query
  std::uint32_t query = 0;
  std::vector<std::uint32_t> documents;
  Matrix features;  ///< #documents by #features, exact, not scaled
  std::vector<std::uint8_t> labels;
};

/// A test query of some documents: those judged for it and the best of the
/// others by BM25, so many in all (more if more are judged). Ascending.
/// @param documents  that there are, ascending
/// @param judged     of the query, of any documents, ascending
TestQuery test_query(std::uint32_t party, std::uint32_t query,
                     std::span<const std::uint32_t> documents,
                     std::span<const Judgement> judged, std::size_t depth,
                     const Retrieval& retrieval, ExactFeatures& features);

/// A query's labels in the order of its scores, largest first; ties keep the
/// documents' order.
std::vector<std::uint8_t> ranked_labels(const TestQuery& query,
                                        const VectorView& scores);

/// Each metric of each query, NaN where the query is empty for it.
/// @return  #queries by #metrics
Matrix evaluate_each(const PointwiseModel& model, const VectorView& parameters,
                     std::span<const TestQuery> queries,
                     std::span<const NamedMetric> metrics);

/// The mean of each metric over the queries that are not empty for it (have a
/// label from NamedMetric::relevant_from); 0 if all are.
/// @param parameters  of a model on features as they are (Scaling::folded)
Vector evaluate(const PointwiseModel& model, const VectorView& parameters,
                std::span<const TestQuery> queries,
                std::span<const NamedMetric> metrics);

/// The papers' metrics: err, map, ndcg, ndcg@10, and the journal's own "MAP".
/// @param highest_grade  of ERR
std::vector<NamedMetric> silo_metrics(int highest_grade);

}  // namespace fedltr
