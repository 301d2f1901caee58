#include "algorithms/silo/shared_features.hpp"

#include <optional>

namespace fedltr {

QueryFeatures shared_query_features(std::span<const TermId> terms,
                                    const SharedStatistics& statistics,
                                    const FeatureConstants& constants) {
  return query_features(
      terms, [&](Field field) { return statistics.field(field); },
      [&](Field field, TermId term) { return statistics.term(field, term); },
      constants);
}

Matrix own_features(const Collection& collection,
                    std::span<const Judgement> pairs,
                    const SharedStatistics& statistics,
                    const FeatureConstants& constants) {
  Matrix features(std::ssize(pairs), kFeatureColumns);
  std::array<FieldCounts, kFields> counts;
  std::optional<QueryFeatures> of_query;
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    const auto terms = collection.query(pairs[i].query);
    if (i == 0 || pairs[i].query != pairs[i - 1].query)
      of_query = shared_query_features(terms, statistics, constants);
    count_terms(collection, terms, pairs[i].document, counts);
    of_query->write(counts, features_row(features, i));
  }
  return features;
}

}  // namespace fedltr
