#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "algorithms/ranking/metrics.hpp"
#include "algorithms/silo/pointwise.hpp"
#include "algorithms/text/retrieval.hpp"

namespace fedltr {

/// A test query with its candidates, the documents to be ranked by a model.
struct TestQuery {
  std::uint32_t party = 0;  ///< the query's party
  std::uint32_t query = 0;
  std::vector<std::uint32_t> documents;  ///< ascending
  Matrix features;  ///< #documents by #features, exact, not scaled
  std::vector<std::uint8_t> labels;  ///< of the documents; 0 if not judged
  /// All judged labels, of candidates and other documents: a good ranking has
  /// to find the document first.
  std::vector<std::uint8_t> judged;

  /// True if there is a relevant document.
  bool has_relevant() const {
    return std::ranges::any_of(judged, [](auto label) { return label > 0; });
  }
};

/// A test query with the best of some documents as candidates. Judgements do
/// not choose them: a document that retrieval misses is missing.
/// @param documents  all documents, ascending
/// @param judged     of the query, of any documents, ascending
/// @param depth      number of candidates, the best by BM25 (kBm25) among
///                   those with a term of the query; 0 = all documents
TestQuery test_query(std::uint32_t party, std::uint32_t query,
                     std::span<const std::uint32_t> documents,
                     std::span<const Judgement> judged, std::size_t depth,
                     const Retrieval& retrieval, ExactFeatures& features);

/// A test query whose candidates are the documents of labelled pairs, its only
/// judgements.
/// @param pairs  of one query, at least one, by document
TestQuery test_query(std::uint32_t party, std::span<const Judgement> pairs,
                     Matrix features);

/// A query's labels in the order of its scores, largest first; ties keep the
/// documents' order.
std::vector<std::uint8_t> ranked_labels(const TestQuery& query,
                                        const VectorView& scores);

/// Quality of retrieval's candidates for queries.
struct CandidateCounts {
  std::size_t queries = 0;
  std::size_t unjudged = 0;    ///< queries without any judgement
  std::size_t irrelevant = 0;  ///< queries whose judgements are all of grade 0
  /// Share of the relevant documents among the candidates, mean over the
  /// queries that have one; NaN if none has.
  double recall = 0;
};
CandidateCounts count_candidates(std::span<const TestQuery> queries);

/// Computes each metric of one query from its documents' scores, NaN if the
/// query has no judged label that counts (NamedMetric::relevant_from). Relevant
/// documents that are not candidates count as never shown: the best value is
/// that of all judged ones.
Vector metrics_of(const TestQuery& query, const VectorView& scores,
                  std::span<const NamedMetric> metrics);

/// Computes each metric of each query, as metrics_of().
/// @return  #queries by #metrics
Matrix evaluate_each(const PointwiseModel& model, const VectorView& parameters,
                     std::span<const TestQuery> queries,
                     std::span<const NamedMetric> metrics);

}  // namespace fedltr
