#pragma once

#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "actors/silo/envelope.hpp"
#include "algorithms/silo/simulated_bits.hpp"
#include "algorithms/silo_search/live_query.hpp"

namespace fedltr {

/// A party's queries to the others in a search session, one after another:
///
///   ask() --> a question per owner -> take() of each answer --> take_result()
///
/// Numbers of questions ascend over the session, as the relay requires: two per
/// query, even for the top K, odd for counts.
class LiveAsking {
 public:
  /// @param party  number of the asking party
  /// @param may    true if a query's terms may be asked; empty: all may
  LiveAsking(const AskingParty& asking, BitsSource bits, std::uint32_t party,
             std::function<bool(const std::vector<std::string>&)> may = {});

  /// Queues a query after those that are not answered yet.
  void ask(std::vector<std::string> terms) {
    waiting_.push_back(std::move(terms));
  }
  /// Begins the next query, unless one is open or none waits.
  /// @param owners  parties, and their stated numbers of documents
  /// @return        messages to send, by owner
  /// @throws std::invalid_argument  for a query that can't be asked as agreed:
  ///                                it is over, without a result
  std::map<std::uint32_t, SiloMessage> begin(
      const std::map<std::uint32_t, std::uint32_t>& owners);
  /// Takes an answer; ignores an answer to another question. One without
  /// content, to a query of an earlier process, has the documents that this
  /// process then asked for; its result reaches no user.
  /// @return  next message to the owner that answered, if any
  /// @throws std::invalid_argument  for an invalid answer
  std::optional<SiloMessage> take(const SiloMessage& answer);
  /// Stops waiting for missing answers to the open query, if that is `query`
  /// (from 0) or an earlier one. A late owner is asked nothing until its answer
  /// has come, which is ignored.
  void give_up(std::uint32_t query);
  /// Excludes a party, with all of its answers.
  void exclude(std::uint32_t owner);
  /// Returns the result once all have answered, and closes the query; null
  /// before.
  std::shared_ptr<const LiveResult> take_result();

 private:
  struct Owed {
    std::uint32_t request = 0;
    std::uint32_t documents = 0;
  };

  AskingParty asking_;
  BitsSource bits_;
  std::uint32_t party_;
  std::function<bool(const std::vector<std::string>&)> may_ask_;
  std::uint32_t next_ = 0;  ///< number of the next query
  std::deque<std::vector<std::string>> waiting_;
  std::unique_ptr<LiveQuery> open_;
  std::map<std::uint32_t, Owed> owed_;  ///< by owner
  /// Questions that were given up and are not answered, by owner.
  std::map<std::uint32_t, std::uint32_t> late_;
};

}  // namespace fedltr
