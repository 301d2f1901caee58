#include "actors/consortium/relay_host.hpp"

namespace fedltr::consortium {

/// Sends Silence in the name of a party whose deadline has passed.
void RelayHostState::silence(const Member& member) {
  // Before the relay's first message, the Silence would count as late.
  if (replaying || !relay || member.out || phase != Phase::kRunning ||
      member.attempt == 0)
    return;
  const Silenced silenced{static_cast<std::uint32_t>(&member - members.data()),
                          member.attempt,
                          member.revoked   ? Silence::kTokenWithdrawn
                          : member.overdue ? config.deadline
                                           : 0};
  keep(silenced);
  say_silence(silenced);
}

void RelayHostState::say_silence(const Silenced& silenced) {
  SiloMessage message = message_of(Silence(), silenced.seconds);
  message.attempt = silenced.attempt;
  message.from = silenced.party;
  caf::send_as(members.at(silenced.party).proxy, relay, message);
}

void RelayHostState::on_overdue(std::uint32_t party) {
  Member& member = members.at(party);
  if (replaying || member.given_up) return;
  member.overdue = true;
  give_up(member);
}

void RelayHostState::give_up(Member& member) {
  member.given_up = true;
  silence(member);
}

/// Ends sessions whose token was withdrawn. A token that is missing for a
/// moment, while it is rewritten, is not withdrawn.
void RelayHostState::drop_revoked() {
  constexpr std::uint32_t kSeconds = 3;
  for (Member& member : members) {
    if (member.link == 0) continue;
    const auto known = config.knows_token(member.name, member.token);
    member.withdrawn = known == false ? member.withdrawn + 1 : 0;
    if (member.withdrawn < kSeconds) continue;
    member.revoked = true;
    refuse(member.link, "its token was withdrawn");
    if (phase != Phase::kWaiting) give_up(member);
  }
}

}  // namespace fedltr::consortium
