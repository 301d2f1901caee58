#include "algorithms/text/exact_features.hpp"

#include "algorithms/core/require.hpp"

namespace fedltr {

CollectionStatistics::CollectionStatistics(const Collection& collection) {
  require(collection.documents() > 0, "statistics need a document");
  for (const Field field : kAllFields) {
    Counts& counts = counts_[field_index(field)];
    counts.documents.resize(collection.dictionary().size());
    counts.times.resize(collection.dictionary().size());
    for (std::size_t d = 0; d < collection.documents(); ++d) {
      for (const TermCount& entry : collection.terms(field, d)) {
        ++counts.documents[entry.term];
        counts.times[entry.term] += entry.count;
      }
      counts.length += collection.length(field, d);
    }
    const double documents = collection.documents();
    counts.statistics = {documents, counts.length / documents};
  }
}

TermStatistics CollectionStatistics::term(Field field, TermId term) const {
  const Counts& counts = of(field);
  if (counts.length == 0) return {};
  return {static_cast<double>(counts.documents[term]),
          counts.times[term] / counts.length};
}

void ExactFeatures::write(std::uint32_t query, std::uint32_t document,
                          std::span<double, kFeatureColumns> values) {
  const auto terms = collection_.query(query);
  if (!features_ || query != query_) {
    features_ = query_features(
        terms, [&](Field f) { return statistics_.field(f); },
        [&](Field f, TermId t) { return statistics_.term(f, t); }, constants_);
    query_ = query;
  }
  count_terms(collection_, terms, document, counts_);
  features_->write(counts_, values);
}

}  // namespace fedltr
