#include "actors/silo/awaited.hpp"

#include <utility>

namespace fedltr {

void Awaited::expect(MessageType type, std::set<std::uint32_t> parties,
                     std::uint32_t request) {
  type_ = type;
  request_ = request;
  parties_ = std::move(parties);
}

void Awaited::withdraw() {
  for (const std::uint32_t party : parties_) ++under_way_[party];
  parties_.clear();
}

void Awaited::add_late(std::uint32_t party, std::size_t messages) {
  under_way_[party] += messages;
}

void Awaited::note_late(std::uint32_t party) {
  std::size_t& left = under_way_[party];
  require(left > 0, "answered what had been asked anew since");
  --left;
}

void Awaited::take(const SiloMessage& answer) {
  require(answer.type() == type_ && answer.request == request_ &&
              parties_.erase(answer.from) == 1,
          "sent an unexpected message");
}

}  // namespace fedltr
