#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "algorithms/text/exact_features.hpp"

namespace fedltr {

/// Score by which documents are retrieved, a sum over the query's terms:
enum class RetrievalScore : std::uint8_t {
  kCounts,  ///< the term's occurrences in the body, ICDE Definition 3
  kBm25,    ///< its BM25 in title and body, as in text/features.hpp
};

struct Retrieved {
  std::uint32_t document = 0;
  double score = 0;

  friend bool operator==(const Retrieved&, const Retrieved&) = default;
};

/// Exact reverse top-K over some documents of a collection, which sketches
/// approximate. Stores only the postings of the queries' terms.
class Retrieval {
 public:
  /// All but the constants must outlive this.
  /// @param documents  ascending
  /// @param queries    all that may be asked
  /// @param constants  k1 and b of BM25
  Retrieval(const Collection& collection,
            const CollectionStatistics& statistics,
            std::span<const std::uint32_t> documents,
            std::span<const std::uint32_t> queries,
            const FeatureConstants& constants = {});

  /// Returns the best documents that hold a term of the query, best first, ties
  /// in their order.
  std::vector<Retrieved> top(std::uint32_t query, std::size_t count,
                             RetrievalScore score) const;

 private:
  struct Posting {
    std::uint32_t place;  ///< in documents_
    std::int32_t count;
  };

  struct FieldIndex {
    std::vector<std::vector<Posting>> postings;  ///< by term
    std::vector<double> idf;                     ///< BM25's, by term
  };

  void build(Field field, const std::vector<bool>& asked);
  double bm25(Field field, TermId term, const Posting& posting) const;

  const Collection& collection_;
  const CollectionStatistics& statistics_;
  std::span<const std::uint32_t> documents_;
  FeatureConstants constants_;
  std::array<FieldIndex, kFields> fields_;
};

}  // namespace fedltr
