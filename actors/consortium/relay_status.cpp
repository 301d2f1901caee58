#include "actors/consortium/relay_host.hpp"

namespace fedltr::consortium {

void RelayHostState::count_from(std::uint32_t party,
                                const SiloMessage& message) {
  status.parties.at(party).sent += traffic_of(message);
}

void RelayHostState::count_to(std::uint32_t party, const SiloMessage& message) {
  status.parties.at(party).received += traffic_of(message);
  if (const auto next = phase_after(message.type())) status.phase = *next;
}

/// Reports the status, each second and at the end.
void RelayHostState::tell_status() {
  if (!config.on_status) return;
  for (std::size_t party = 0; party < members.size(); ++party) {
    const Member& member = members[party];
    RelayStatus::Party& told = status.parties[party];
    told.here = member.link != 0;
    told.out = member.out || (member.given_up && !member.done);
    told.done = member.done;
  }
  RelayStatus now = status;
  now.refused += *kept_out;
  if (phase == Phase::kEnding) now.phase = RelayPhase::kEnding;
  if (phase == Phase::kOver) now.phase = RelayPhase::kOver;
  config.on_status(now);
}

}  // namespace fedltr::consortium
