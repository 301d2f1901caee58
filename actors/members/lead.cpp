#include "actors/members/lead.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include <spdlog/spdlog.h>

#include "actors/protocol/receives.hpp"
#include "actors/runtime/thrown_text.hpp"

namespace fedltr::members {
namespace {

/// Seconds from a lost epoch to the next, at least.
constexpr std::uint32_t kPauseAfterLoss = 1;
constexpr std::uint32_t kLongestPause = 3600;

}  // namespace

void LeadActor::begin(LeadPlace place) {
  place_ = std::move(place);
  if (place_.hooks.on_second) receive(SecondOver());
  if (place_.state.model.size() == 0) place_.state.model = place_.plan.initial;
  if (place_.plan.tolerance.lies)
    registry_.emplace(place_.certifier, place_.digest, place_.plan.initial,
                      place_.state.history);
  if (place_.state.comparison.kept.size() == 0)
    place_.state.comparison.kept = place_.plan.initial;
  if (place_.state.opened >= place_.plan.epochs && !is_exam_due())
    return end("");
  if (auto why = too_few_stay(place_.plan, place_.state); !why.empty())
    return end("", why);
  wait_for_rest();
}

/// Waits until the last epoch of an earlier process is `every` ago, so that
/// restarts cost members no more of their budgets.
void LeadActor::wait_for_rest() {
  const std::int64_t every = place_.plan.every;
  const std::int64_t began = place_.state.began;
  if (!place_.clock || began == 0) return;
  const std::int64_t over = std::max<std::int64_t>(place_.clock() - began, 0);
  if (over >= every) return;
  is_due_ = false;
  send_later(static_cast<std::uint32_t>(every - over), OpenEpoch{});
}

/// @param too_few  reason, if members can't continue
void LeadActor::end(const std::string& failure, const std::string& too_few) {
  if (std::exchange(over_, true)) return;
  epoch_.reset();
  too_few_ = too_few;
  if (failure.empty()) send_all(Finished{too_few});
  self_->send(place_.owner, LeadEnded{failure, too_few});
}

void LeadActor::send(std::uint32_t member, const FromLead& message) {
  record_.bytes_down += encode(message).size();
  self_->send(place_.post, ToMember{member, message});
}

void LeadActor::send_all(const FromLead& message) {
  for (const std::uint32_t member : here_) send(member, message);
}

bool LeadActor::is_exam_due() const {
  return !place_.state.measured && place_.plan.evaluates(place_.state.opened);
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

void LeadActor::receive(const OpenEpoch&) {
  is_due_ = true;
  open_if_due();
}

/// Reports who is here, for monitoring.
void LeadActor::receive(const SecondOver&) {
  place_.hooks.on_second(here_.size());
  if (!over_) send_later(1, SecondOver{});
}

void LeadActor::open_if_due() {
  const bool is_exam = is_exam_due();
  // Users have to have seen a model before they can prefer it.
  const bool is_timed = !is_exam || place_.plan.comparing.on();
  if (over_ || epoch_ || (is_timed && !is_due_)) return;
  const std::size_t least = place_.plan.least_members();
  if (here_.size() < least) {
    if (place_.deadlines.answer > 0)
      spdlog::info("waits: {} of {} members are here, an epoch needs {}",
                   here_.size(), place_.plan.names.size(), least);
    return;
  }
  LeadState& state = place_.state;
  if (state.epoch == std::numeric_limits<std::uint32_t>::max())
    return end("there are no more numbers of epochs");
  ++state.epoch;
  declined_.clear();
  restarted_.clear();
  if (is_exam) {
    // One that is lost is not repeated, also by a later process: each try is
    // charged.
    ++state.exams;
    state.measured = true;
  } else if (place_.clock) {
    state.began = place_.clock();
  }
  record_.kind = is_exam ? EpochKind::kEvaluation : EpochKind::kLearning;
  if (place_.hooks.on_open) place_.hooks.on_open(state);
  if (registry_)
    for (const auto& [member, fault] : registry_->begin_epoch())
      spdlog::warn("epoch {}: {} is kept out, for its certificate: {}",
                   state.epoch, name_of(member), fault);
  epoch_.emplace(
      state.epoch,
      is_exam ? kExamWords : static_cast<std::uint32_t>(state.model.size()),
      place_.plan.tolerance, place_.draw ? place_.draw(state.epoch) : Bits(),
      epoch_check());
  if (!is_exam) {
    is_due_ = false;
    if (place_.plan.every > 0) send_later(place_.plan.every, OpenEpoch{});
  }
  start_stage();
}

std::optional<EpochCheck> LeadActor::epoch_check() const {
  if (!registry_) return std::nullopt;
  return EpochCheck({place_.digest, place_.state.epoch, record_.kind,
                     registry_->head().digest, registry_->start()},
                    registry_->signers());
}

void LeadActor::ask(std::uint32_t member) {
  const auto letter = epoch_->letter(member);
  if (!letter) return;
  if (registry_ && epoch_->stage() == SecureStage::kShares)
    if (auto unknown = registry_->unknown_to(
            member, epoch_->groups().front().lead.members());
        !unknown.empty())
      send(member, Roster{std::move(unknown)});
  send(member, asking({epoch_->number(), epoch_->stage(), *letter}));
}

FromLead LeadActor::asking(const Ask& ask) const {
  if (record_.kind == EpochKind::kEvaluation) return Examine{ask};
  return ask;
}

/// True if no other key can come, or is waited for.
bool LeadActor::has_all_keys() const {
  if (epoch_->stage() != SecureStage::kKeys) return false;
  const LeadState& state = place_.state;
  const auto all = place_.plan.names.size();
  // Each key would look at all members, whose number squared is large.
  if (epoch_->answered() + epoch_->bad_keys().size() + away_.size() +
          state.left.size() + state.left_out.size() <
      all)
    return false;
  for (std::uint32_t i = 0; i < all; ++i)
    if (epoch_->awaits(i) && !away_.contains(i) && !state.is_out(i))
      return false;
  return epoch_->answered() >= place_.plan.least_members();
}

void LeadActor::start_stage() {
  for (const std::uint32_t member : restarted_) epoch_->restart(member);
  for (const std::uint32_t member : here_)
    if (epoch_->awaits(member)) ask(member);
  const std::uint32_t seconds = epoch_->stage() == SecureStage::kKeys
                                    ? place_.deadlines.window
                                    : place_.deadlines.answer;
  if (epoch_->stage() == SecureStage::kKeys) note_wait(seconds);
  if (seconds > 0)
    send_later(seconds, StageOver{epoch_->number(), epoch_->stage()});
  if (epoch_->complete()) end_stage();
}

void LeadActor::receive(const MemberAnswer& answered) {
  const Answer& answer = answered.answer;
  record_.bytes_up += encode(FromMember{answer}).size();
  if (!epoch_ || place_.state.is_out(answered.member) ||
      answer.epoch != epoch_->number() || answer.stage != epoch_->stage() ||
      !epoch_->awaits(answered.member))
    return;  // too late, or twice
  if (answer.stage == SecureStage::kKeys) {
    away_.erase(answered.member);
    if (answer.letter == kNoKey) {
      // Nobody waits for it in later epochs either, unless it sends a key.
      away_.insert(answered.member);
      declined_.insert(answered.member);
      if (record_.kind == EpochKind::kLearning)
        note_presence(answered.member, Presence::kDeclines);
      if (has_all_keys()) end_stage();
      return;
    }
  }
  const std::string refusal = epoch_->accept(answered.member, answer.letter);
  if (!refusal.empty())
    spdlog::warn("epoch {}: {}'s answer is refused: {}", answer.epoch,
                 name_of(answered.member), refusal);
  if (has_all_keys() || epoch_->complete()) end_stage();
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
  const bool is_lost = !epoch_->end_stage().empty();
  if (were_keys) note_keys();
  if (is_lost) {
    note_empty();
    return close(loss_of(epoch_->groups().front()));
  }
  if (epoch_->opened()) return close("");
  start_stage();
}

/// Counts the epoch that ends, unless it has asked for members' parts.
void LeadActor::note_empty() {
  if (epoch_->stage() >= SecureStage::kMasks) return;
  ++place_.state.empty;
  if (record_.kind == EpochKind::kEvaluation) ++place_.state.empty_exams;
}

/// Notes who has sent no usable key.
void LeadActor::note_keys() {
  for (const auto& [member, why] : epoch_->bad_keys())
    spdlog::warn("epoch {}: {}'s key is refused: {}", epoch_->number(),
                 name_of(member), why);
  const auto members = epoch_->members();
  for (std::uint32_t i = 0; i < place_.plan.names.size(); ++i)
    if (!here_.contains(i) && !std::ranges::binary_search(members, i))
      away_.insert(i);
}

std::string LeadActor::loss_of(const EpochGroup& group) const {
  const auto member = group.lead.unrecovered();
  return member ? "too few good shares of " + name_of(*member) + " were opened"
                : group.lost;
}

FromLead LeadActor::fallback() const {
  const ModelComparison& comparison = place_.state.comparison;
  return Fallback{comparison.began, Parameters(comparison.kept)};
}

FromLead LeadActor::result_of(const std::string& lost) const {
  if (lost.empty() && record_.kind == EpochKind::kEvaluation)
    return Measured{record_.epoch, place_.state.curve.back()};
  return Closed{record_.epoch,
                record_.members,
                static_cast<std::uint32_t>(record_.survivors.size()),
                lost,
                lost.empty() ? Parameters(place_.state.model) : Parameters(),
                !lost.empty() && record_.discarded > 0};
}

void LeadActor::close(std::string lost) {
  record_.epoch = epoch_->number();
  record_.members = static_cast<std::uint32_t>(epoch_->members().size());
  record_.survivors = epoch_->survivors();
  record_.groups = place_.plan.tolerance.groups;
  if (lost.empty()) lost = take_sums();
  record_.why = lost;
  if (lost.empty()) poor_pause_ = 0;
  epoch_.reset();
  const FromLead result = result_of(lost);
  record_.bytes_down += here_.size() * encode(result).size();
  if (place_.hooks.on_closed) place_.hooks.on_closed(record_, place_.state);
  for (const std::uint32_t member : here_)
    self_->send(place_.post, ToMember{member, result});
  for (const std::uint32_t member : record_.left_out) {
    send_left_out(member);
    note_presence(member, Presence::kLeftOut);
  }
  const bool was_learning = record_.kind == EpochKind::kLearning;
  const bool was_discarded = record_.discarded > 0;
  record_ = {};
  if (place_.state.opened >= place_.plan.epochs && !is_exam_due())
    return end("");
  if (auto why = too_few_stay(place_.plan, place_.state); !why.empty())
    return end("", why);
  const bool waits = place_.deadlines.answer > 0;
  if (!lost.empty() && !waits && was_learning && !was_discarded)
    return end("epoch is lost: " + lost);
  go_on(!lost.empty() && waits ? pause_after_loss() : 0);
}

/// Returns the seconds to the next epoch after one that was lost: more and more
/// while too few members have a budget.
std::uint32_t LeadActor::pause_after_loss() {
  const bool is_poor =
      here_.size() < place_.plan.least_members() + declined_.size() &&
      !declined_.empty();
  poor_pause_ = is_poor ? std::min(2 * std::max(poor_pause_, kPauseAfterLoss),
                                   kLongestPause)
                        : kPauseAfterLoss;
  return poor_pause_;
}

/// Opens the next epoch, now or later. @param pause  seconds before it, unless
/// another time is set
void LeadActor::go_on(std::uint32_t pause) {
  const bool is_next = is_exam_due() && !place_.plan.comparing.on();
  if (is_next || place_.plan.every > 0) return open_if_due();
  if (pause == 0) return receive(OpenEpoch{});
  send_later(pause, OpenEpoch{});
}

caf::behavior lead(LeadActor::Self* self, LeadPlace place) {
  self->set_default_handler(caf::drop);
  self->set_exception_handler([self](std::exception_ptr& thrown) -> caf::error {
    self->state.end(thrown_text(thrown));
    return caf::sec::runtime_error;
  });
  self->state.begin(std::move(place));
  return receives<MemberHere, MemberGone, MemberLeaves, MemberAnswer, OpenEpoch,
                  SecondOver, StageOver>(self);
}

}  // namespace fedltr::members
