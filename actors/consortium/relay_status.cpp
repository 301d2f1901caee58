#include "actors/consortium/relay_host.hpp"

namespace fedltr::consortium {

void RelayHostState::count_from(std::uint32_t party,
                                const SiloMessage& message) {
  status_.parties.at(party).sent += traffic_of(message);
}

void RelayHostState::count_to(std::uint32_t party, const SiloMessage& message) {
  status_.parties.at(party).received += traffic_of(message);
  if (const auto next = phase_after(message.type())) status_.phase = *next;
}

/// Reports the status, each second and at the end.
void RelayHostState::report_status() {
  if (!config_.on_status) return;
  for (const Member& member : members_) {
    RelayStatus::Party& party = status_.parties[number_of(member)];
    party.here = member.link != 0;
    party.out = member.standing == Standing::kOut || member.is_silent();
    party.done = member.standing == Standing::kDone;
  }
  RelayStatus now = status_;
  now.refused = *kept_out_;
  if (phase_ == Phase::kEnding) now.phase = RelayPhase::kEnding;
  if (phase_ == Phase::kOver) now.phase = RelayPhase::kOver;
  config_.on_status(now);
}

}  // namespace fedltr::consortium
