#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <vector>

#include "algorithms/silo/querier.hpp"
#include "algorithms/silo/simulated_bits.hpp"

namespace fedltr {

/// The state shared by all inquiries of a party as querier. Must outlive them.
struct QueryContext {
  const Collection& collection;
  const SiloProtocol& protocol;
  const TermSpots& dictionary;  ///< hashed for the shape of documents
  const SharedStatistics& statistics;
  std::span<const std::uint32_t> queries;  ///< for training
  std::uint32_t party = 0;
  BitsSource bits = 1;                       ///< of obfuscation
  std::span<const std::uint32_t> documents;  ///< own, the source of dummies
};

/// Draws terms to ask about besides a query's, to hide which ones belong to the
/// query: each is a random term of a random own body, so that frequent terms
/// come more often, as in queries.
/// @param documents  places in the collection
/// @return           `count` terms, repetitions possible; empty without bodies
std::vector<TermId> draw_dummies(const Collection& collection,
                                 std::span<const std::uint32_t> documents,
                                 std::size_t count, const Bits& bits);

/// Asks a party's training queries of one owner, one after another:
///
///   top_question() --> take_top() --> take_counts() --> the next query
///         ^                |  nothing is worth fetching     |
///         +----------------+--------------------------------+
class Inquiry {
 public:
  /// @param owner      number of the owner
  /// @param documents  number of documents the owner announced
  Inquiry(const QueryContext& context, std::uint32_t owner,
          std::uint32_t documents);

  bool done() const { return next_ == context_.queries.size(); }
  /// Number of the open question: even for the top K, odd for counts.
  std::uint32_t number() const { return 2 * next_ + (asked_.empty() ? 0 : 1); }

  /// The question about the next query, unless done().
  TopQuestion top_question();
  /// @return  the documents to fetch; nullopt if this query is done
  /// @throws std::invalid_argument for an invalid answer
  std::optional<CountQuestion> take_top(const TopAnswer& told);
  void take_counts(std::span<const std::uint8_t> answer);

  const std::vector<CrossPair>& pairs() const { return pairs_; }
  /// @return  #pairs by kFeatureColumns
  Matrix features() const;
  const std::vector<FoundTop>& found() const { return found_; }
  /// The querier of the query asked last, valid from top_question() on.
  const Querier& querier() const { return *querier_; }

 private:
  std::uint32_t query() const { return context_.queries[next_]; }

  const QueryContext& context_;
  std::uint32_t owner_;
  std::uint32_t documents_;
  std::size_t next_ = 0;  ///< place of the open query
  std::optional<Querier> querier_;
  std::vector<std::uint32_t> asked_;  ///< documents whose counts were requested
  std::vector<CrossPair> pairs_;
  std::vector<Matrix> features_;  ///< blocks of the pairs, in order
  std::vector<FoundTop> found_;
};

/// The cross instances found by a party's inquiries, by query, then owner,
/// ranked; the order of the answers has no effect.
CrossInstances cross_instances(
    const std::map<std::uint32_t, Inquiry>& inquiries);

}  // namespace fedltr
