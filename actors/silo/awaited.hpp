#pragma once

#include <cstdint>
#include <map>
#include <set>

#include "actors/silo/envelope.hpp"

namespace fedltr {

/// The answers that a relay waits for: of one type, to one request, one from
/// each of some parties. Also tracks the parties that may still have an answer
/// in flight to a withdrawn request; uses no clock.
class Awaited {
 public:
  /// Waits for these answers only.
  void expect(MessageType type, std::set<std::uint32_t> parties,
              std::uint32_t request = 0);

  /// Withdraws the request: parties that have not answered may do so late.
  void withdraw();
  /// Allows a party to send `messages` other messages late.
  void add_late(std::uint32_t party, std::size_t messages);

  /// Notes a message that is not late: a party's late messages come before its
  /// others.
  void note(std::uint32_t party) { under_way_[party] = 0; }
  /// Notes a late message.
  /// @throws std::invalid_argument  if none was in flight
  void note_late(std::uint32_t party);

  /// Takes an answer.
  /// @throws std::invalid_argument unless the answer is awaited
  void take(const SiloMessage& answer);

  /// Stops waiting for this party.
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
