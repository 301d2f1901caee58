#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <vector>

#include "actors/silo/envelope.hpp"

namespace fedltr::consortium {

/// A silo's message on its way, numbered.
struct Carried {
  static constexpr const char* kName = "Carried";
  std::uint64_t number = 0;    ///< from 1, of this sender
  std::uint64_t received = 0;  ///< the sender has the receiver's up to this
  std::uint8_t code = 0;
  std::uint32_t attempt = 0;
  std::uint32_t from = 0;
  std::uint32_t to = 0;
  std::uint32_t request = 0;
  std::vector<std::uint8_t> payload;

  template <class F>
  auto fields(F&& f) {
    return f(number, received, code, attempt, from, to, request, payload);
  }
};

/// One side of a conversation over connections that may break: each message
/// comes once and in order, as one that the other side has not confirmed is
/// sent again over the next connection.
class Conversation {
 public:
  /// Takes a message to send.
  const Carried& send(const SiloMessage& message);
  /// Takes a message that came.
  /// @return  whether it is new
  /// @throws ArchiveError  if one before it is missing, or it confirms what was
  ///                       never sent
  bool receive(const Carried& message);

  /// Number of the last message that came.
  std::uint64_t received() const { return received_; }
  /// The other side has so many: forgets them.
  /// @return what is to be sent again
  /// @throws ArchiveError  if they were never sent, or forgotten
  const std::deque<Carried>& resume(std::uint64_t received);

 private:
  void confirm(std::uint64_t received);

  std::deque<Carried> open_;  ///< not confirmed, ascending
  std::uint64_t sent_ = 0;
  std::uint64_t received_ = 0;
};

/// The message in it.
SiloMessage message_in(Carried carried);

}  // namespace fedltr::consortium
