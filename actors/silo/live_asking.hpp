#pragma once

#include <deque>
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
///   ask() --> a question an owner --> take() of each answer --> take_result()
///
/// Numbers of questions ascend over the session, as the relay wants them: two
/// a query, even for the top K, odd for counts.
class LiveAsking {
 public:
  /// @param party  whose number it has
  LiveAsking(const AskingParty& asking, BitsSource bits, std::uint32_t party);

  /// Puts a query behind those that are not answered yet.
  void ask(std::vector<std::string> terms) {
    waiting_.push_back(std::move(terms));
  }
  /// Begins the next query, unless one is open or none waits.
  /// @param owners  others, and how many documents they say they have
  /// @return        what to send, by owner
  /// @throws std::invalid_argument  for a query that can't be asked as agreed:
  ///                                it is over, and has no result
  std::map<std::uint32_t, SiloMessage> begin(
      const std::map<std::uint32_t, std::uint32_t>& owners);
  /// Takes an answer; one to another question is left alone.
  /// @return  what to send to who answered
  /// @throws std::invalid_argument  for what makes no sense
  std::optional<SiloMessage> take(const SiloMessage& answer);
  /// Waits no longer for who has not answered the open query, if that is
  /// `query` (from 0) or one before it. Who is late is asked nothing more until
  /// its answer has come, which counts for nothing.
  void give_up(std::uint32_t query);
  /// A party is out, with all that it said.
  void exclude(std::uint32_t owner);
  /// What was found, once all have answered; then no query is open.
  std::shared_ptr<const LiveResult> take_result();

 private:
  struct Owed {
    std::uint32_t request = 0;
    std::uint32_t documents = 0;
  };

  AskingParty asking_;
  BitsSource bits_;
  std::uint32_t party_;
  std::uint32_t next_ = 0;  ///< number of the next query
  std::deque<std::vector<std::string>> waiting_;
  std::unique_ptr<LiveQuery> open_;
  std::map<std::uint32_t, Owed> owed_;  ///< by owner
  /// Questions that were given up and are not answered, by owner.
  std::map<std::uint32_t, std::uint32_t> late_;
};

}  // namespace fedltr
