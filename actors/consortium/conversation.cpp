#include "actors/consortium/conversation.hpp"

#include <string>
#include <utility>

#include "algorithms/core/archive.hpp"

namespace fedltr::consortium {

const Carried& Conversation::send(SiloMessage message) {
  message.payload = message.payload.packed();
  return open_.emplace_back(Carried{++sent_, received_, std::move(message)});
}

bool Conversation::receive(const Carried& message) {
  confirm(message.received);
  if (message.number <= received_) return false;
  if (message.number != received_ + 1)
    throw ArchiveError("message " + std::to_string(message.number) +
                       " came, expected " + std::to_string(received_ + 1));
  received_ = message.number;
  return true;
}

const std::deque<Carried>& Conversation::resume(std::uint64_t received) {
  confirm(received);
  if (sent_ - open_.size() > received)
    throw ArchiveError("the other side has lost what it had");
  for (Carried& each : open_) each.received = received_;
  return open_;
}

void Conversation::confirm(std::uint64_t received) {
  if (received > sent_)
    throw ArchiveError("it confirms message " + std::to_string(received) +
                       ", which was never sent");
  while (!open_.empty() && open_.front().number <= received) open_.pop_front();
}

}  // namespace fedltr::consortium
