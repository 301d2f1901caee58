#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "algorithms/silo/hashed_terms.hpp"
#include "algorithms/silo/querier.hpp"

namespace fedltr {

/// A party that asks others after it has the key of all. Outlives its queries.
struct AskingParty {
  const Collection& collection;
  std::span<const std::uint32_t> documents;  ///< own, which dummies are of
  const SiloProtocol& protocol;
  HashKey key;
  const SharedStatistics& statistics;  ///< of all parties' documents
  const OwnFrequencies& own;
};

/// What one other party's documents hold for a query.
struct FoundElsewhere {
  std::vector<std::uint32_t> documents;  ///< by their owner's numbers
  std::vector<double> features;  ///< #documents by kFeatureColumns, row by row
  std::uint32_t withheld = 0;    ///< documents that no budget was left for
  bool is_late = false;          ///< has not answered: waited for no longer
};
/// By owner.
using LiveResult = std::map<std::uint32_t, FoundElsewhere>;

/// A query's terms as a dictionary of their own: they need be in none of the
/// party's texts. All terms of these come behind them where some rows of a
/// question are for confounders, which are drawn from the dictionary: from the
/// query's terms alone they would tell rows that are about it from others.
struct LiveTerms {
  Dictionary dictionary;
  std::vector<TermId> query;  ///< in the order of the text
  std::vector<TermId> dummies;
  /// By term: the same in the party's dictionary; none: it has no such term.
  std::vector<std::optional<TermId>> own;

  LiveTerms(const AskingParty& party, std::span<const std::string> terms,
            const Bits& bits);
};

/// One query to all other parties, as Inquiry puts those to train with: the
/// same questions, answers and features.
///
///   top_question() --> take_top(), of each owner --> take_counts()
///
/// All owners are asked the same: who compares two questions learns no more
/// than from one. Who asks the same words twice hides them anew, and two
/// questions of a query tell more than one.
class LiveQuery {
 public:
  /// @param terms  of the query, 1 to kMaxTerms
  /// @param bits   of obfuscation
  LiveQuery(const AskingParty& party, std::span<const std::string> terms,
            const Bits& bits);
  LiveQuery(const LiveQuery&) = delete;
  LiveQuery& operator=(const LiveQuery&) = delete;

  TopQuestion top_question() const { return querier_.top_question(); }
  /// @param documents  that the owner says it has
  /// @return  what to fetch from it; none: it has nothing
  /// @throws std::invalid_argument  for an answer that makes no sense
  std::optional<CountQuestion> take_top(std::uint32_t owner,
                                        std::uint32_t documents,
                                        std::span<const std::uint8_t> answer);
  /// @throws std::invalid_argument  likewise
  void take_counts(std::uint32_t owner, std::span<const std::uint8_t> answer);
  /// Leaves out all that an owner said.
  void exclude(std::uint32_t owner) { result_.erase(owner); }
  /// Waits for an owner no longer: leaves out what it said so far.
  void give_up(std::uint32_t owner) {
    result_[owner] = {};
    result_[owner].is_late = true;
  }

  const LiveResult& result() const { return result_; }

 private:
  const SiloProtocol& protocol_;
  LiveTerms terms_;
  TermSpots spots_;
  TermSpots frequency_spots_;
  OwnFrequencies own_;
  SharedStatistics statistics_;
  Querier querier_;
  std::map<std::uint32_t, std::vector<std::uint32_t>> asked_;  ///< by owner
  LiveResult result_;
};

}  // namespace fedltr
