// Members that come and go.
#include <algorithm>

#include <spdlog/spdlog.h>

#include "actors/members/lead.hpp"

namespace fedltr::members {
namespace {

Presence presence_of(StopReason reason) {
  switch (reason) {
    case StopReason::kInterrupted:
      return Presence::kStopped;
    case StopReason::kBudgetSpent:
      return Presence::kBudgetSpent;
    case StopReason::kFailed:
      return Presence::kFailed;
    case StopReason::kDistrust:
      return Presence::kDistrusts;
  }
  return Presence::kAway;
}

}  // namespace

void LeadActor::note_presence(std::uint32_t member, Presence presence) const {
  // Members that end with the federation were there until then.
  if (over_ && presence != Presence::kLeft) return;
  if (place_.hooks.on_presence) place_.hooks.on_presence(member, presence);
}

void LeadActor::receive(const MemberHere& here) {
  if (place_.state.is_out(here.member)) return turn_away(here.member);
  here_.insert(here.member);
  away_.erase(here.member);
  note_presence(here.member, Presence::kHere);
  if (registry_) registry_->enter(here.member, here.certificate);
  const auto [known, is_new] = processes_.emplace(here.member, here.process);
  const bool is_other = !is_new && known->second != here.process;
  known->second = here.process;
  if (epoch_ && is_other) forget_secrets(here.member);
  const std::uint32_t over = place_.state.epoch - (epoch_ ? 1 : 0);
  send(here.member,
       Welcome{place_.digest, over, Parameters(place_.state.model)});
  if (registry_)
    send(here.member, History{links_from(place_.state.history, here.epoch)});
  if (place_.plan.comparing.on()) send(here.member, fallback());
  if (over_) return send(here.member, Finished{too_few_});
  if (!epoch_) return open_if_due();
  if (epoch_->awaits(here.member)) ask(here.member);
  if (epoch_->complete()) end_stage();
}

/// Sends a member that was left out away; one that has left knows it.
void LeadActor::turn_away(std::uint32_t member) {
  const LeadState& state = place_.state;
  if (std::ranges::count(state.left_out, member) == 0) return;
  send(member, Welcome{place_.digest, state.epoch, Parameters(state.model)});
  send_left_out(member);
}

void LeadActor::send_left_out(std::uint32_t member) {
  send(member,
       Finished{"the server leaves this member out: its groups were discarded "
                "too often"});
}

void LeadActor::receive(const MemberGone& gone) {
  here_.erase(gone.member);
  note_presence(gone.member,
                gone.stops ? presence_of(*gone.stops) : Presence::kAway);
  // Another one may be started again soon.
  if (gone.stops == StopReason::kBudgetSpent) away_.insert(gone.member);
  if (!epoch_) return open_if_due();
  if (gone.stops) drop_out(gone.member);
}

void LeadActor::receive(const MemberLeaves& leaves) {
  LeadState& state = place_.state;
  here_.erase(leaves.member);
  if (std::ranges::count(state.left, leaves.member) == 0) {
    state.left.push_back(leaves.member);
    if (epoch_ && !too_few_stay(place_.plan, state).empty()) note_empty();
    if (place_.hooks.on_left) place_.hooks.on_left(leaves.member, state);
    note_presence(leaves.member, Presence::kLeft);
  }
  send(leaves.member, Left{state.epoch, state.opened});
  if (over_) return;
  if (auto why = too_few_stay(place_.plan, state); !why.empty())
    return end("", why);
  if (epoch_) drop_out(leaves.member);
}

/// Notes that a member's process in the open epoch has ended: another one may
/// send another key, while there is time, but answers no later stage.
void LeadActor::forget_secrets(std::uint32_t member) {
  epoch_->restart(member);
  if (epoch_->stage() != SecureStage::kKeys) restarted_.insert(member);
}

/// Continues the open epoch without a member.
void LeadActor::drop_out(std::uint32_t member) {
  forget_secrets(member);
  if (has_all_keys() || epoch_->complete()) end_stage();
}

/// Reports members that keys wait for although they are not here.
void LeadActor::note_wait(std::uint32_t seconds) const {
  std::size_t missing = 0;
  for (std::uint32_t i = 0; i < place_.plan.names.size(); ++i)
    missing +=
        !here_.contains(i) && !away_.contains(i) && !place_.state.is_out(i);
  if (seconds > 0 && missing > 0)
    spdlog::info("epoch {}: waits up to {} s for {} members that are away",
                 epoch_->number(), seconds, missing);
}

}  // namespace fedltr::members
