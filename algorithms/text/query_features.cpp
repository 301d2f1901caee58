#include "algorithms/text/query_features.hpp"

namespace fedltr {

void QueryFeatures::write(const std::array<FieldCounts, kFields>& document,
                          std::span<double, kFeatureColumns> values) const {
  constexpr std::size_t kBm25 = 4;
  for (std::size_t f = 0; f < kFields; ++f)
    fields_[f].write(
        document[f].terms, document[f].length, document[f].distinct,
        values.subspan(f * kFieldFeatures).first<kFieldFeatures>());
  ranking_.write({document[0].terms, document[1].terms},
                 {document[0].length, document[1].length},
                 {values[kBm25], values[kFieldFeatures + kBm25]},
                 values.last<kRankingFeatures>());
}

void count_terms(const Collection& collection, std::span<const TermId> query,
                 std::uint32_t document,
                 std::array<FieldCounts, kFields>& counts) {
  for (const Field field : kAllFields) {
    FieldCounts& found = counts[field_index(field)];
    const Terms in = collection.terms(field, document);
    found.terms.clear();
    for (const TermId term : query) found.terms.push_back(count_of(in, term));
    found.length = collection.length(field, document);
    found.distinct = in.size();
  }
}

}  // namespace fedltr
