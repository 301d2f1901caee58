#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <utility>

#include "actors/silo/envelope.hpp"

namespace fedltr {

/// Looks at the questions of parties to each other, and at the answers, before
/// they are passed on: what makes no sense, what was asked before and what
/// nobody asked for is refused. Each pair of parties has one question open.
class Router {
 public:
  /// @param parties    in all
  /// @param documents  of each member
  Router(const SiloProtocol& protocol, std::uint32_t parties,
         std::map<std::uint32_t, std::uint32_t> documents);

  /// @return  whether it is to be passed on: else the asked party is out, which
  ///          the asking one does not know yet
  /// @throws std::invalid_argument for what makes no sense
  bool take_question(const SiloMessage& message);
  /// @throws std::invalid_argument for what makes no sense
  void take_answer(const SiloMessage& message);

  /// Whether a party has a question that is not answered yet.
  bool waits(std::uint32_t party) const;

  /// Whether a party has a question of another's to answer.
  bool owes(std::uint32_t party) const;

  /// A party is out: nobody waits for its answers, and who owes it one is not
  /// to blame if that comes.
  void exclude(std::uint32_t party);

 private:
  /// A question that an owner has yet to answer.
  struct Owed {
    MessageType answer;
    std::uint32_t request;
    std::size_t terms;
    std::size_t documents;
  };
  using Pair = std::pair<std::uint32_t, std::uint32_t>;  ///< asker, owner

  const SiloProtocol& protocol_;
  std::uint32_t parties_;
  std::map<std::uint32_t, std::uint32_t> documents_;  ///< of each member
  std::map<Pair, Owed> owed_;
  std::map<Pair, std::uint32_t> next_;  ///< least number of the next question
};

}  // namespace fedltr
