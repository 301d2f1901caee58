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

}  // namespace fedltr::consortium
