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

/// A party that asks others after it has the shared key. Must outlive its
/// queries.
struct AskingParty {
  const Collection& collection;
  std::span<const std::uint32_t> documents;  ///< own, the source of dummies
  const SiloProtocol& protocol;
  HashKey key;
  const SharedStatistics& statistics;  ///< of all parties' documents
  const OwnFrequencies& own;
};

/// One other party's results for a query.
struct FoundElsewhere {
  std::vector<std::uint32_t> documents;  ///< by their owner's numbers
  std::vector<double> features;  ///< #documents by kFeatureColumns, row by row
  std::uint32_t withheld = 0;    ///< documents whose budget is spent
  bool is_late = false;          ///< has not answered and is no longer waited
                                 ///< for
  bool is_unasked = false;       ///< the query may not be asked
};
/// By owner.
using LiveResult = std::map<std::uint32_t, FoundElsewhere>;

/// A query's terms as a dictionary of their own; the party's texts need not
/// hold them. If a question has rows for confounders, all terms of the texts
/// come after them: confounders are drawn from the dictionary, and with the
/// query's terms alone they would reveal which rows are real.
struct LiveTerms {
  Dictionary dictionary;
  std::vector<TermId> query;  ///< in the order of the text
  std::vector<TermId> dummies;
  /// By term: the same in the party's dictionary; nullopt if it lacks the term.
  std::vector<std::optional<TermId>> own;

  LiveTerms(const AskingParty& party, std::span<const std::string> terms,
            const Bits& bits);
};

/// One query to all other parties, with the same questions, answers and
/// features as an Inquiry for training:
///
///   top_question() --> take_top(), of each owner --> take_counts()
///
/// All owners get the same question: comparing two of them reveals no more than
/// one. A repeated query hides its terms anew, and two questions of one query
/// reveal more than one.
class LiveQuery {
 public:
  /// @param terms  of the query, 1 to kMaxTerms
  /// @param bits   for obfuscation
  LiveQuery(const AskingParty& party, std::span<const std::string> terms,
            const Bits& bits);
  LiveQuery(const LiveQuery&) = delete;
  LiveQuery& operator=(const LiveQuery&) = delete;

  TopQuestion top_question() const { return querier_.top_question(); }
  /// @param documents  number of documents the owner announced
  /// @return  the documents to fetch; nullopt if it found none
  /// @throws std::invalid_argument  for an invalid answer
  std::optional<CountQuestion> take_top(std::uint32_t owner,
                                        std::uint32_t documents,
                                        const TopAnswer& told);
  /// Fetches these documents, as after take_top().
  CountQuestion fetch(std::uint32_t owner,
                      const std::vector<std::uint32_t>& documents);
  /// @throws std::invalid_argument  for an invalid answer
  void take_counts(std::uint32_t owner, std::span<const std::uint8_t> answer);
  /// Removes everything an owner has answered.
  void exclude(std::uint32_t owner) { result_.erase(owner); }
  /// Stops waiting for an owner: removes its answers so far.
  void give_up(std::uint32_t owner) {
    result_[owner] = {};
    result_[owner].is_late = true;
  }

  /// Leaves out an owner that may not be asked.
  void leave_unasked(std::uint32_t owner) { result_[owner].is_unasked = true; }

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
