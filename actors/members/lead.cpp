#include "actors/members/lead.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include <spdlog/spdlog.h>

#include "actors/protocol/receives.hpp"
#include "actors/runtime/thrown_text.hpp"

namespace fedltr::members {
namespace {

/// Least members of an epoch: of two, each would know the other's part.
constexpr std::size_t kLeastMembers = 3;
/// Seconds from a lost epoch to the next, at least.
constexpr std::uint32_t kPauseAfterLoss = 1;

}  // namespace

void LeadActor::begin(LeadPlace place) {
  place_ = std::move(place);
  if (place_.state.model.size() == 0) place_.state.model = place_.plan.initial;
  if (place_.state.opened >= place_.plan.epochs) end("");
}

void LeadActor::end(const std::string& failure) {
  if (std::exchange(over_, true)) return;
  epoch_.reset();
  if (failure.empty()) send_all(Finished{});
  self_->send(place_.owner, LeadEnded{failure});
}

void LeadActor::send(std::uint32_t member, const FromLead& message) {
  record_.bytes_down += encode(message).size();
  self_->send(place_.post, ToMember{member, message});
}

void LeadActor::send_all(const FromLead& message) {
  for (const std::uint32_t member : here_) send(member, message);
}

template <class Message>
void LeadActor::send_later(std::uint32_t seconds,
                           const Message& message) const {
  constexpr std::int64_t kMillisecond = 1000000;  // nanoseconds
  self_->delayed_send(self_,
                      caf::timespan{kMillisecond * seconds *
                                    std::int64_t{place_.deadlines.tick}},
                      message);
}

void LeadActor::receive(const MemberHere& here) {
  here_.insert(here.member);
  const auto [known, is_new] = processes_.emplace(here.member, here.process);
  const bool is_other = !is_new && known->second != here.process;
  known->second = here.process;
  if (epoch_ && is_other) epoch_->restart(here.member);
  send(here.member, Welcome{place_.digest, place_.state.epoch,
                            Parameters(place_.state.model)});
  if (over_) return send(here.member, Finished{});
  if (!epoch_) return open_if_due();
  if (epoch_->awaits(here.member)) ask(here.member);
  if (epoch_->complete()) end_stage();
}

void LeadActor::receive(const MemberGone& gone) {
  here_.erase(gone.member);
}

void LeadActor::receive(const OpenEpoch&) {
  is_due_ = true;
  open_if_due();
}

void LeadActor::open_if_due() {
  if (over_ || epoch_ || !is_due_ || here_.size() < kLeastMembers) return;
  LeadState& state = place_.state;
  if (state.epoch == std::numeric_limits<std::uint32_t>::max())
    return end("there are no more numbers of epochs");
  ++state.epoch;
  if (place_.hooks.on_open) place_.hooks.on_open(state.epoch);
  epoch_.emplace(state.epoch, static_cast<std::uint32_t>(state.model.size()),
                 place_.plan.tolerance);
  is_due_ = false;
  if (place_.plan.every > 0) send_later(place_.plan.every, OpenEpoch{});
  start_stage();
}

void LeadActor::ask(std::uint32_t member) {
  if (const auto letter = epoch_->letter(member))
    send(member, Ask{epoch_->number(), epoch_->stage(), *letter});
}

void LeadActor::start_stage() {
  for (const std::uint32_t member : here_)
    if (epoch_->awaits(member)) ask(member);
  const std::uint32_t seconds = epoch_->stage() == SecureStage::kKeys
                                    ? place_.deadlines.window
                                    : place_.deadlines.answer;
  if (seconds > 0)
    send_later(seconds, StageOver{epoch_->number(), epoch_->stage()});
  if (epoch_->complete()) end_stage();
}

void LeadActor::receive(const MemberAnswer& answered) {
  const Answer& answer = answered.answer;
  record_.bytes_up += encode(FromMember{answer}).size();
  if (!epoch_ || answer.epoch != epoch_->number() ||
      answer.stage != epoch_->stage() || !epoch_->awaits(answered.member))
    return;  // too late, or twice
  const std::string refusal = epoch_->accept(answered.member, answer.letter);
  if (!refusal.empty())
    spdlog::warn("epoch {}: {}'s answer is refused: {}", answer.epoch,
                 name_of(answered.member), refusal);
  const bool all_keys = epoch_->stage() == SecureStage::kKeys &&
                        epoch_->answered() == place_.plan.names.size();
  if (all_keys || epoch_->complete()) end_stage();
}

void LeadActor::receive(const StageOver& over) {
  if (!epoch_ || over.epoch != epoch_->number() ||
      over.stage != epoch_->stage())
    return;
  for (std::uint32_t member = 0; member < place_.plan.names.size(); ++member)
    if (epoch_->stage() != SecureStage::kKeys && epoch_->awaits(member))
      spdlog::warn("epoch {}: {} is silent, and has dropped out", over.epoch,
                   name_of(member));
  end_stage();
}

void LeadActor::end_stage() {
  const bool were_keys = epoch_->stage() == SecureStage::kKeys;
  const std::string lost = epoch_->end_stage();
  if (were_keys)
    for (const auto& [member, why] : epoch_->bad_keys())
      spdlog::warn("epoch {}: {}'s key is refused: {}", epoch_->number(),
                   name_of(member), why);
  if (!lost.empty()) return close(lost);
  if (epoch_->opened()) return close("");
  start_stage();
}

/// Adds the sum, divided, to the model.
void LeadActor::step_model() {
  const double divisor = place_.plan.divisor > 0
                             ? place_.plan.divisor
                             : static_cast<double>(epoch_->survivors().size());
  place_.state.model += place_.plan.code.sum_of(epoch_->sum()) / divisor;
  ++place_.state.opened;
}

void LeadActor::close(const std::string& lost) {
  record_.epoch = epoch_->number();
  record_.members = static_cast<std::uint32_t>(epoch_->members().size());
  record_.survivors = epoch_->survivors();
  record_.why = lost;
  if (lost.empty()) step_model();
  epoch_.reset();
  send_all(
      Closed{record_.epoch, record_.members,
             static_cast<std::uint32_t>(record_.survivors.size()), lost,
             lost.empty() ? Parameters(place_.state.model) : Parameters()});
  if (place_.hooks.on_closed) place_.hooks.on_closed(record_, place_.state);
  record_ = {};
  if (place_.state.opened >= place_.plan.epochs) return end("");
  const bool waits = place_.deadlines.answer > 0;
  if (!lost.empty() && !waits) return end("epoch is lost: " + lost);
  if (place_.plan.every > 0) return open_if_due();
  if (lost.empty()) return receive(OpenEpoch{});
  send_later(kPauseAfterLoss, OpenEpoch{});
}

caf::behavior lead(LeadActor::Self* self, LeadPlace place) {
  self->set_default_handler(caf::drop);
  self->set_exception_handler([self](std::exception_ptr& thrown) -> caf::error {
    self->state.end(thrown_text(thrown));
    return caf::sec::runtime_error;
  });
  self->state.begin(std::move(place));
  return receives<MemberHere, MemberGone, MemberAnswer, OpenEpoch, StageOver>(
      self);
}

}  // namespace fedltr::members
