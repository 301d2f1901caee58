#pragma once

#include <cstdint>
#include <span>

#include "algorithms/silo/shared_statistics.hpp"
#include "algorithms/text/query_features.hpp"

namespace fedltr {

/// Column of the body's BM25, which ranks cross instances.
inline constexpr Index kBodyBm25 = kFieldFeatures + 4;

/// Features of documents for a query, from the statistics of all parties'
/// documents.
/// @param terms  of the query, in order
QueryFeatures shared_query_features(std::span<const TermId> terms,
                                    const SharedStatistics& statistics,
                                    const FeatureConstants& constants);

/// Features of a party's own pairs, from exact counts and shared statistics.
/// @return  #pairs by kFeatureColumns
Matrix own_features(const Collection& collection,
                    std::span<const Judgement> pairs,
                    const SharedStatistics& statistics,
                    const FeatureConstants& constants = {});

}  // namespace fedltr
