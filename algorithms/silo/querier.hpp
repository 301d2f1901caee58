#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "algorithms/silo/instances.hpp"
#include "algorithms/silo/shared_features.hpp"
#include "algorithms/silo/silo_messages.hpp"

namespace fedltr {

/// Documents that a reverse top-K query of one term found at one owner.
struct FoundTop {
  std::uint32_t query = 0;
  TermId term = 0;
  std::uint32_t source = 0;
  std::vector<TopDocument> documents;  ///< by the owner's numbers
};

/// One query of a party at one owner: makes its questions, and finds documents
/// and features in the answers. A repeated term is asked about once. Dummy
/// terms are asked about like the query's own, and their answers are ignored.
class Querier {
 public:
  /// @param terms    of the query, in order, at least one
  /// @param bits     of obfuscation; the system's for queries of real people
  /// @param dummies  further terms to ask about
  Querier(const SiloProtocol& protocol, const TermSpots& dictionary,
          std::span<const TermId> terms, const Bits& bits,
          std::span<const TermId> dummies = {});

  /// Number of terms asked about, including dummies.
  std::size_t terms() const { return distinct_.size(); }

  TopQuestion top_question() const;

  /// Returns the K best documents by the sum of the terms' estimates,
  /// ascending.
  /// @param documents  number of documents of the owner
  /// @param found      gets the best documents of each term
  std::vector<std::uint32_t> best(const TopAnswer& answer,
                                  std::uint32_t documents,
                                  std::vector<std::vector<TopDocument>>& found);

  /// @param documents  of the owner, ascending
  CountQuestion count_question(std::vector<std::uint32_t> documents) const;

  std::span<const TermId> query() const { return terms_; }
  const FeatureConstants& constants() const { return protocol_.constants; }
  /// A term's place among those asked about.
  std::size_t place_of(TermId term) const;
  /// Estimates a term's count from its rows.
  double estimate_of_rows(std::size_t place,
                          std::span<const double> values) const;

  TermId term(std::size_t place) const { return distinct_[place]; }
  bool is_dummy(std::size_t place) const;

 private:
  Question question(QuestionKind kind) const;
  std::vector<TopDocument> top_of_term(const TopAnswer& answer,
                                       std::size_t term,
                                       std::uint32_t documents);

  const SiloProtocol& protocol_;
  std::vector<TermId> terms_;     ///< of the query, in order
  std::vector<TermId> distinct_;  ///< in random order
  std::vector<TermQuery> queries_;
  SoftIntersection intersection_;
};

/// Computes features from answers about counts, one document after another.
class CountFeatures {
 public:
  /// @param querier  of the question; must outlive this
  CountFeatures(const Querier& querier, const SharedStatistics& statistics);

  /// @param features  overwritten
  void write(const DocumentCounts& document,
             std::span<double, kFeatureColumns> features);

 private:
  const Querier& querier_;
  QueryFeatures of_query_;
  std::vector<std::size_t> places_;  ///< of the query's terms, in order
  std::vector<double> estimates_;    ///< by place
  std::array<FieldCounts, kFields> counts_;
};

}  // namespace fedltr
