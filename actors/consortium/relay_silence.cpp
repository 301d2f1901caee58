#include <utility>

#include <spdlog/spdlog.h>

#include "actors/consortium/relay_host.hpp"

namespace fedltr::consortium {

/// Returns the bytes of messages that a member has not confirmed, without the
/// newest: it may be on its way.
std::uint64_t RelayHostState::unconfirmed(const Member& member) const {
  std::uint64_t bytes = 0;
  std::uint64_t newest = 0;
  for (const Carried& each : member.talk.open()) {
    bytes += newest;
    newest = sizeof each + each.message.body.size();
  }
  return bytes;
}

/// Sends a message to a member, unless too many wait for its confirmation: they
/// would fill the relay's memory.
void RelayHostState::deliver(Member& member, PackedMessage message) {
  member.unconfirmed += sizeof(Carried) + message.body.size();
  send(member.link, member.talk.send(std::move(message)));
  if (replaying_ || member.unconfirmed <= config_.most_unconfirmed) return;
  member.unconfirmed = unconfirmed(member);
  if (member.unconfirmed <= config_.most_unconfirmed) return;
  member.why = member.name + " has not confirmed " +
               std::to_string(member.talk.open().size()) +
               " messages, of more than " +
               std::to_string(config_.most_unconfirmed) + " bytes";
  spdlog::warn("{}: the run continues without it", member.why);
  member.talk.give_up();
  give_up(member);
  if (member.link != 0) refuse(member.link, member.why);
}

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
