#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "algorithms/silo/instances.hpp"
#include "algorithms/silo/listwise.hpp"
#include "algorithms/text/features.hpp"

namespace fedltr {

/// Features of pairs of one query: #pairs by kFeatureColumns.
using PairFeatures = std::function<Matrix(std::span<const Judgement>)>;

/// Pairs of queries and documents, and their features.
struct OwnLists {
  std::vector<Judgement> pairs;  ///< by query, then document
  Matrix features;               ///< #pairs by kFeatureColumns
};

/// Retrieves a party's documents for these queries: the best of its own that
/// hold a term, by BM25 of title and body, with its judgements, or grade 0.
/// Judged documents that are not found are omitted, as in serving.
/// @param queries  ascending
/// @param depth    documents per query
OwnLists own_lists(const Collection& collection, const PartyShare& share,
                   std::span<const std::uint32_t> queries, std::size_t depth,
                   const PairFeatures& features);

/// Builds a list for each query of the pairs, with ranking features only.
/// @param pairs     by query
/// @param features  #pairs by kFeatureColumns
std::vector<RankedList> ranked_lists(std::span<const Judgement> pairs,
                                     const MatrixView& features);
/// The same for cross instances, without grades.
std::vector<RankedList> ranked_lists(const CrossInstances& cross);

}  // namespace fedltr
