#include "actors/consortium/relay_host.hpp"

namespace fedltr::consortium {

/// Sends Silence in the name of a party that is silent.
void RelayHostState::silence(const Member& member) {
  // Before the relay's first message, the Silence would count as late.
  if (replaying_ || !relay_ || !member.is_silent() ||
      phase_ != Phase::kRunning || member.attempt == 0)
    return;
  const Silenced silenced{number_of(member), member.attempt,
                          member.silenced_by};
  keep(silenced);
  pass_on(silenced);
}

void RelayHostState::pass_on(const Silenced& silenced) {
  SiloMessage message = message_of(Silence(), silenced.seconds);
  message.attempt = silenced.attempt;
  message.from = silenced.party;
  caf::send_as(members_.at(silenced.party).proxy, relay_, message);
}

void RelayHostState::give_up(Member& member) {
  if (member.standing == Standing::kIn) member.standing = Standing::kSilent;
  silence(member);
}

/// Counts a second of a member's absence, or of its silence at the end.
void RelayHostState::tick(Member& member) {
  if (member.standing == Standing::kSilent) return silence(member);
  if (member.standing != Standing::kIn) return;
  const std::uint32_t deadline = config_.deadline;
  const bool is_gone = member.link == 0 && ++member.absent > config_.grace;
  // It has received everything but not sent Bye.
  const bool is_mute = phase_ == Phase::kEnding && member.link != 0 &&
                       deadline > 0 && ++member.absent > deadline;
  if (is_gone || is_mute) give_up(member);
}

}  // namespace fedltr::consortium
