#include <utility>

#include "actors/consortium/relay_host.hpp"

namespace fedltr::consortium {

void RelayHostState::keep(const RelayRecord& record) const {
  if (config.keep) config.keep(record);
}

/// Replays the next record, after the relay has sent all messages that follow
/// from the last one: a later record may confirm any of them.
void RelayHostState::replay() {
  while (phase != Phase::kOver) {
    const auto record = config.kept ? config.kept() : std::nullopt;
    if (!record) {
      replaying = false;
      for (const Member& member : members)
        if (member.given_up) silence(member);
      return open();
    }
    std::visit([this](const auto& each) { redo(each); }, *record);
    if (relay) return self->send(relay, Handled{});
  }
}

void RelayHostState::redo(const Joined& joined) {
  Member& member = members.at(joined.party);
  member.process = joined.process;
  member.talk = Conversation();
}

void RelayHostState::redo(const Begun& begun) {
  for (const std::uint32_t party : begun.absent)
    members.at(party).given_up = true;
  spawn_relay();
}

void RelayHostState::redo(const Came& came) {
  if (members.at(came.party).talk.receive(came.carried) && relay) pass_on(came);
}

void RelayHostState::redo(const Silenced& silenced) {
  members.at(silenced.party).given_up = true;
  if (relay) say_silence(silenced);
}

void RelayHostState::redo(const Left& left) {
  Member& member = members.at(left.party);
  member.done = true;
  member.given_up |= phase == Phase::kRunning;
}

}  // namespace fedltr::consortium
