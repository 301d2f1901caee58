#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "algorithms/ranking/metrics.hpp"
#include "algorithms/silo/pointwise.hpp"
#include "algorithms/text/retrieval.hpp"

namespace fedltr {

/// A held-out query with the documents a model is to rank, its candidates.
struct TestQuery {
  std::uint32_t party = 0;  ///< whose query
  std::uint32_t query = 0;
  std::vector<std::uint32_t> documents;  ///< ascending
  Matrix features;  ///< #documents by #features, exact, not scaled
  std::vector<std::uint8_t> labels;  ///< of the documents; 0: not judged
  /// All that was judged, among the candidates or not: who ranks well has to
  /// find it first.
  std::vector<std::uint8_t> judged;

  /// Whether there is anything to find.
  bool has_relevant() const {
    return std::ranges::any_of(judged, [](auto label) { return label > 0; });
  }
};

/// A test query with the best of some documents as candidates. Judgements do
/// not choose them: one that retrieval does not find is missing.
/// @param documents  that there are, ascending
/// @param judged     of the query, of any documents, ascending
/// @param depth      number of candidates, the best by BM25 (kBm25) among
///                   those with a term of the query; 0: all documents
TestQuery test_query(std::uint32_t party, std::uint32_t query,
                     std::span<const std::uint32_t> documents,
                     std::span<const Judgement> judged, std::size_t depth,
                     const Retrieval& retrieval, ExactFeatures& features);

/// A query's labels in the order of its scores, largest first; ties keep the
/// documents' order.
std::vector<std::uint8_t> ranked_labels(const TestQuery& query,
                                        const VectorView& scores);

/// How well retrieval prepared queries to be ranked.
struct CandidateCounts {
  std::size_t queries = 0;
  std::size_t unjudged = 0;    ///< queries of which nothing was judged
  std::size_t irrelevant = 0;  ///< judged queries, all of whose grades are 0
  /// Share of the relevant documents among the candidates, mean over the
  /// queries that have one; NaN if none has.
  double recall = 0;
};
CandidateCounts count_candidates(std::span<const TestQuery> queries);

/// Each metric of one query by its documents' scores, NaN where no judged
/// label counts for it (NamedMetric::relevant_from). Relevant documents that
/// are no candidates count as never shown: the best value is that of all
/// judged ones.
Vector metrics_of(const TestQuery& query, const VectorView& scores,
                  std::span<const NamedMetric> metrics);

/// Each metric of each query, as metrics_of().
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
