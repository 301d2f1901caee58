#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <vector>

#include "algorithms/silo/querier.hpp"
#include "algorithms/silo/simulated_bits.hpp"

namespace fedltr {

/// A party as a querier: what all its inquiries share. Outlives them.
struct QueryContext {
  const Collection& collection;
  const SiloProtocol& protocol;
  const TermSpots& dictionary;  ///< hashed for the shape of documents
  const SharedStatistics& statistics;
  std::span<const std::uint32_t> queries;  ///< to train with
  std::uint32_t party = 0;
  BitsSource bits = 1;                       ///< of obfuscation
  std::span<const std::uint32_t> documents;  ///< own, which dummies are of
};

/// Terms to ask for beside a query's, so that nobody can tell which it has: a
/// random one of a random own body each, so that frequent terms come more
/// often, as in queries.
/// @param documents  places in the collection
/// @return           `count`, of which one may come twice; none without bodies
std::vector<TermId> draw_dummies(const Collection& collection,
                                 std::span<const std::uint32_t> documents,
                                 std::size_t count, const Bits& bits);

/// A party's training queries at one owner, one after another:
///
///   top_question() --> take_top() --> take_counts() --> the next query
///         ^                |  nothing is worth fetching     |
///         +----------------+--------------------------------+
class Inquiry {
 public:
  /// @param owner      its number
  /// @param documents  it says it has
  Inquiry(const QueryContext& context, std::uint32_t owner,
          std::uint32_t documents);

  bool done() const { return next_ == context_.queries.size(); }
  /// Number of the question that is open: even for the top K, odd for counts.
  std::uint32_t number() const { return 2 * next_ + (asked_.empty() ? 0 : 1); }

  /// The question about the next query, unless done().
  TopQuestion top_question();
  /// @return  what to fetch; none: this query is done
  /// @throws std::invalid_argument for an answer that makes no sense
  std::optional<CountQuestion> take_top(std::span<const std::uint8_t> answer);
  void take_counts(std::span<const std::uint8_t> answer);

  const std::vector<CrossPair>& pairs() const { return pairs_; }
  /// @return  #pairs by kFeatureColumns
  Matrix features() const;
  const std::vector<FoundTop>& found() const { return found_; }
  /// Of the query asked about last, from top_question() on.
  const Querier& querier() const { return *querier_; }

 private:
  std::uint32_t query() const { return context_.queries[next_]; }

  const QueryContext& context_;
  std::uint32_t owner_;
  std::uint32_t documents_;
  std::size_t next_ = 0;  ///< place of the open query
  std::optional<Querier> querier_;
  std::vector<std::uint32_t> asked_;  ///< documents whose counts are asked for
  std::vector<CrossPair> pairs_;
  std::vector<Matrix> features_;  ///< blocks of the pairs, in order
  std::vector<FoundTop> found_;
};

/// The cross instances that a party's inquiries found, by query, then owner,
/// ranked: the same in whatever order the answers came.
CrossInstances cross_instances(
    const std::map<std::uint32_t, Inquiry>& inquiries);

}  // namespace fedltr
