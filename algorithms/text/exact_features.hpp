#pragma once

#include <array>
#include <optional>
#include <span>
#include <vector>

#include "algorithms/text/collection.hpp"
#include "algorithms/text/query_features.hpp"

namespace fedltr {

/// Exact statistics of a collection's fields and terms.
class CollectionStatistics {
 public:
  explicit CollectionStatistics(const Collection& collection);

  const FieldStatistics& field(Field field) const {
    return of(field).statistics;
  }
  TermStatistics term(Field field, TermId term) const;

 private:
  struct Counts {
    FieldStatistics statistics;
    double length = 0;
    std::vector<std::uint32_t> documents;  ///< by term
    std::vector<std::uint64_t> times;      ///< by term
  };

  const Counts& of(Field field) const { return counts_[field_index(field)]; }

  std::array<Counts, kFields> counts_;
};

/// Computes the features of pairs of query and document from exact counts: for
/// a party's own documents, and as reference for sketched features.
class ExactFeatures {
 public:
  /// Collection and statistics must outlive this.
  ExactFeatures(const Collection& collection,
                const CollectionStatistics& statistics,
                const FeatureConstants& constants = {})
      : collection_(collection),
        statistics_(statistics),
        constants_(constants) {}

  /// Fast if the pairs of one query follow each other.
  /// @param values  overwritten
  void write(std::uint32_t query, std::uint32_t document,
             std::span<double, kFeatureColumns> values);

  /// @return  #pairs by kFeatureColumns
  template <class Pair>
  Matrix of(std::span<const Pair> pairs) {
    Matrix features(std::ssize(pairs), kFeatureColumns);
    for (std::size_t i = 0; i < pairs.size(); ++i)
      write(pairs[i].query, pairs[i].document, features_row(features, i));
    return features;
  }

 private:
  const Collection& collection_;
  const CollectionStatistics& statistics_;
  FeatureConstants constants_;
  std::uint32_t query_ = 0;
  std::optional<QueryFeatures> features_;  ///< of query_
  std::array<FieldCounts, kFields> counts_;
};

}  // namespace fedltr
