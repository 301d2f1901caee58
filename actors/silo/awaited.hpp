#pragma once

#include <cstdint>
#include <map>
#include <set>

#include "actors/silo/envelope.hpp"

namespace fedltr {

/// The answers that a relay waits for: of one type, to one request, one from
/// each of some parties. It also knows who may still have an answer under way
/// to a request that was withdrawn; a clock decides nothing here.
class Awaited {
 public:
  /// Waits for these answers only.
  void expect(MessageType type, std::set<std::uint32_t> parties,
              std::uint32_t request = 0);

  /// Withdraws the request: who has not answered may do so late.
  void withdraw();
  /// A party may send so many other messages late, too.
  void add_late(std::uint32_t party, std::size_t messages);

  /// Takes note of a message, late or not: late ones come before a party's
  /// others.
  /// @throws std::invalid_argument for a late one that was not under way
  void note(std::uint32_t party, bool late);

  /// @throws std::invalid_argument unless it is waited for
  void take(const SiloMessage& answer);

  /// Waits for this party no longer.
  void forget(std::uint32_t party) { parties_.erase(party); }

  bool contains(std::uint32_t party) const { return parties_.contains(party); }
  bool empty() const { return parties_.empty(); }

 private:
  MessageType type_ = MessageType::kPartyKey;
  std::uint32_t request_ = 0;
  std::set<std::uint32_t> parties_;
  std::map<std::uint32_t, std::size_t> under_way_;  ///< late messages, by party
};

}  // namespace fedltr
