#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <utility>

#include "algorithms/core/archive.hpp"

namespace fedltr::link {

/// A numbered message, in transit.
template <class Message>
struct Carried {
  static constexpr const char* kName = "Carried";
  std::uint64_t number = 0;    ///< from 1, of this sender
  std::uint64_t received = 0;  ///< last number that the sender has received
  Message message;

  auto fields(auto&& f) { return f(number, received, message); }
};

/// One side of a conversation over connections that may break: each message
/// arrives once and in order, since a message that the other side has not
/// confirmed is sent again over the next connection.
template <class Message>
class Conversation {
 public:
  /// Takes a message to send.
  const Carried<Message>& send(Message message) {
    return open_.emplace_back(
        Carried<Message>{++sent_, received_, std::move(message)});
  }
  /// Takes a received message.
  /// @return  true if it is new
  /// @throws ArchiveError  if an earlier one is missing, or it confirms a
  ///                       message that was never sent
  bool receive(const Carried<Message>& message) {
    confirm(message.received);
    if (message.number <= received_) return false;
    if (message.number != received_ + 1)
      throw ArchiveError("message " + std::to_string(message.number) +
                         " came, expected " + std::to_string(received_ + 1));
    received_ = message.number;
    return true;
  }

  /// Messages that the other side has not confirmed, ascending.
  const std::deque<Carried<Message>>& open() const { return open_; }
  /// Forgets all messages that it has not confirmed, as if it had.
  void give_up() { open_.clear(); }
  /// Number of messages that it has confirmed.
  std::uint64_t confirmed() const { return sent_ - open_.size(); }
  /// Number of the last received message.
  std::uint64_t received() const { return received_; }
  /// Forgets the first `received` messages, which the other side has.
  /// @return messages to send again
  /// @throws ArchiveError  if they were never sent, or more are forgotten
  const std::deque<Carried<Message>>& resume(std::uint64_t received) {
    confirm(received);
    if (sent_ - open_.size() > received)
      throw ArchiveError("the other side has lost what it had");
    for (Carried<Message>& each : open_) each.received = received_;
    return open_;
  }

 private:
  void confirm(std::uint64_t received) {
    if (received > sent_)
      throw ArchiveError("it confirms message " + std::to_string(received) +
                         ", which was never sent");
    while (!open_.empty() && open_.front().number <= received)
      open_.pop_front();
  }

  std::deque<Carried<Message>> open_;  ///< not confirmed, ascending
  std::uint64_t sent_ = 0;
  std::uint64_t received_ = 0;
};

}  // namespace fedltr::link
