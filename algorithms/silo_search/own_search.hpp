#pragma once

#include <cstdint>
#include <vector>

#include "algorithms/silo_search/known_statistics.hpp"
#include "algorithms/text/retrieval.hpp"

namespace fedltr {

/// Documents of a query to be ranked by a model.
struct FoundDocuments {
  std::vector<std::uint32_t> documents;  ///< ascending
  Matrix features;                       ///< #documents by kFeatureColumns
  std::vector<std::uint8_t> labels;      ///< of the documents; 0 if not judged
};

/// A party's search in its own documents after a run. Candidates and features
/// equal those of own_tests() to the bit: the best by BM25 of the collection's
/// own statistics, with exact counts and the statistics from the run.
class OwnSearch {
 public:
  /// @param collection  must outlive this
  /// @param shared      for its dictionary
  /// @param candidates  per query; 0 = all documents
  OwnSearch(const Collection& collection, KnownStatistics shared,
            std::size_t candidates, const FeatureConstants& constants = {});

  FoundDocuments find(std::uint32_t query) const;

 private:
  std::vector<std::uint32_t> candidates_of(std::uint32_t query) const;

  const Collection& collection_;
  KnownStatistics shared_;
  std::size_t depth_;
  FeatureConstants constants_;
  std::vector<std::uint32_t> documents_;
  std::vector<std::uint32_t> queries_;
  CollectionStatistics own_;
  Retrieval retrieval_;
};

}  // namespace fedltr
