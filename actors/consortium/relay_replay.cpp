#include "actors/consortium/relay_host.hpp"

namespace fedltr::consortium {

void RelayHostState::keep(const RelayRecord& record) const {
  if (config_.keep) config_.keep(record);
}

/// Replays the next record, after the relay has sent all messages that follow
/// from the last one: a later record may confirm any of them.
void RelayHostState::replay() {
  while (phase_ != Phase::kOver) {
    const auto record = config_.kept ? config_.kept() : std::nullopt;
    if (!record) {
      replaying_ = false;
      for (const Member& member : members_)
        if (member.is_silent()) silence(member);
      return open();
    }
    std::visit([this](const auto& each) { redo(each); }, *record);
    if (relay_) return self_->send(relay_, Handled{});
  }
}

void RelayHostState::redo(const Joined& joined) {
  Member& member = members_.at(joined.party);
  member.process = joined.process;
  member.talk = Conversation();
}

void RelayHostState::redo(const Begun& begun) {
  for (const std::uint32_t party : begun.absent)
    members_.at(party).standing = Standing::kSilent;
  spawn_relay();
}

void RelayHostState::redo(const Came& came) {
  if (members_.at(came.party).talk.receive(came.carried) && relay_)
    pass_on(came);
}

void RelayHostState::redo(const Passed& passed) {
  if (!members_.at(passed.party).talk.receive(passed.carried) || !relay_)
    return;
  pass_on(passed.party, delivered(passed));
}

void RelayHostState::redo(const Received& received) {
  members_.at(received.party).talk.resume(received.messages);
}

void RelayHostState::redo(const Silenced& silenced) {
  Member& member = members_.at(silenced.party);
  if (member.standing == Standing::kIn) member.standing = Standing::kSilent;
  if (relay_) pass_on(silenced);
}

void RelayHostState::redo(const Left& left) {
  Member& member = members_.at(left.party);
  // Before the run it may come back; an excluded party stays excluded.
  if (phase_ == Phase::kWaiting || member.standing == Standing::kOut) return;
  member.standing =
      phase_ == Phase::kRunning ? Standing::kLeft : Standing::kDone;
}

}  // namespace fedltr::consortium
