#pragma once

#include <cstdint>
#include <deque>

#include "actors/silo/envelope.hpp"

namespace fedltr::consortium {

/// A numbered message of a silo, in transit.
struct Carried {
  static constexpr const char* kName = "Carried";
  std::uint64_t number = 0;    ///< from 1, of this sender
  std::uint64_t received = 0;  ///< last number that the sender has received
  SiloMessage message;

  template <class F>
  auto fields(F&& f) {
    return f(number, received, message);
  }
};

/// One side of a conversation over connections that may break: each message
/// arrives once and in order, since a message that the other side has not
/// confirmed is sent again over the next connection.
class Conversation {
 public:
  /// Takes a message to send, and packs it.
  const Carried& send(SiloMessage message);
  /// Takes a received message.
  /// @return  true if it is new
  /// @throws ArchiveError  if an earlier one is missing, or it confirms a
  ///                       message that was never sent
  bool receive(const Carried& message);

  /// Number of the last received message.
  std::uint64_t received() const { return received_; }
  /// Forgets the first `received` messages, which the other side has.
  /// @return messages to send again
  /// @throws ArchiveError  if they were never sent, or more are forgotten
  const std::deque<Carried>& resume(std::uint64_t received);

 private:
  void confirm(std::uint64_t received);

  std::deque<Carried> open_;  ///< not confirmed, ascending
  std::uint64_t sent_ = 0;
  std::uint64_t received_ = 0;
};

}  // namespace fedltr::consortium
