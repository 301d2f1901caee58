#pragma once

#include <array>
#include <span>

#include "algorithms/text/collection.hpp"
#include "algorithms/text/ranking_features.hpp"

namespace fedltr {

/// Counts of a query's terms in one field of a document.
struct FieldCounts {
  std::vector<double> terms;  ///< counts of the query's terms, in order
  double length = 0;
  double distinct = 0;
};

/// All features of one query, from statistics of any source.
class QueryFeatures {
 public:
  using ByField = std::array<std::vector<TermStatistics>, kFields>;

  /// @param terms  of the query, in order
  QueryFeatures(const std::array<FieldStatistics, kFields>& fields,
                const ByField& terms, const FeatureConstants& constants)
      : fields_{FieldFeatures(fields[0], terms[0], constants),
                FieldFeatures(fields[1], terms[1], constants)},
        ranking_(fields, terms[0], terms[1], constants) {}

  /// @param document  title, body
  /// @param values    overwritten: the papers' features, then ranking's
  void write(const std::array<FieldCounts, kFields>& document,
             std::span<double, kFeatureColumns> values) const;

 private:
  std::array<FieldFeatures, kFields> fields_;
  RankingFeatures ranking_;
};

/// @param field  Field -> FieldStatistics
/// @param term   (Field, TermId) -> TermStatistics
template <class FieldOf, class TermOf>
QueryFeatures query_features(std::span<const TermId> query,
                             const FieldOf& field, const TermOf& term,
                             const FeatureConstants& constants) {
  QueryFeatures::ByField terms;
  for (const Field f : kAllFields)
    for (const TermId id : query) terms[field_index(f)].push_back(term(f, id));
  return {{field(Field::kTitle), field(Field::kBody)}, terms, constants};
}

/// The row for a document's features.
/// @param features  #rows by kFeatureColumns
inline std::span<double, kFeatureColumns> features_row(Matrix& features,
                                                       Index row) {
  return std::span<double, kFeatureColumns>(features.row(row).data(),
                                            kFeatureColumns);
}

/// Counts a query's terms in a document exactly.
/// @param counts  overwritten; keeps its memory
void count_terms(const Collection& collection, std::span<const TermId> query,
                 std::uint32_t document,
                 std::array<FieldCounts, kFields>& counts);

}  // namespace fedltr
