#include "actors/members/member.hpp"

#include <stdexcept>
#include <utility>

#include <spdlog/spdlog.h>

#include "actors/link/frames.hpp"
#include "actors/protocol/receives.hpp"
#include "actors/runtime/thrown_text.hpp"

namespace fedltr::members {
namespace {

MemberEnded::Kind kind_of(const std::exception_ptr& thrown) {
  try {
    std::rethrow_exception(thrown);
  } catch (const LeadLies&) {
    return MemberEnded::Kind::kLeadLies;
  } catch (...) {
    return MemberEnded::Kind::kFailed;
  }
}

}  // namespace

void MemberActor::begin(MemberPlace place) {
  place_.emplace(std::move(place));
}

void MemberActor::end(MemberEnded::Kind kind, const std::string& why) {
  self_->send(place_->owner, MemberEnded{kind, why});
}

/// Ends the member if a model of the lead is none of the agreement.
bool MemberActor::is_of_use(const Parameters& model) {
  const char* what = model.size() != place_->parameters
                         ? "another size than agreed"
                     : !model.view().allFinite() ? "a number that is not finite"
                                                 : nullptr;
  if (!what) return true;
  end(MemberEnded::Kind::kLeadLies,
      std::string("the lead's model has ") + what);
  return false;
}

void MemberActor::take(const Closed& closed) {
  model_ = closed.model;
  if (place_->on_model) place_->on_model(closed);
}

void MemberActor::receive(const Welcome& welcome) {
  const Closed first{welcome.epoch, 0, 0, "", welcome.model};
  if (!is_of_use(first.model)) return;
  if (place_->wary)
    welcome_ = welcome;
  else
    take(first);
}

void MemberActor::receive(const History& history) {
  if (!place_->wary || !welcome_) return;
  const Welcome welcome = *std::exchange(welcome_, std::nullopt);
  place_->wary->join(history.links, welcome.model.view());
  take({welcome.epoch, 0, 0, "", welcome.model});
}

void MemberActor::receive(const Roster& roster) {
  if (place_->wary) place_->wary->meet(roster.certificates);
}

void MemberActor::receive(const Closed& closed) {
  if (closed.why.empty()) {
    if (!is_of_use(closed.model)) return;
    if (place_->wary) place_->wary->take(closed.epoch, closed.model.view());
    return take(closed);
  }
  spdlog::warn("epoch {} is lost: {}", closed.epoch, printable(closed.why));
  if (place_->on_lost) place_->on_lost(closed);
}

void MemberActor::receive(const Measured& measured) {
  if (place_->on_measured) place_->on_measured(measured);
  const HeldOutPoint& point = measured.point;
  if (point.verdict == ModelVerdict::kOpen || !place_->trial) return;
  if (point.verdict == ModelVerdict::kWithdrawn) {
    const Parameters kept(place_->trial->kept);
    if (!is_of_use(kept)) return;
    take({measured.epoch, point.members, point.members, "", kept});
  }
  begin_trial(measured.epoch, model_);
}

void MemberActor::receive(const Fallback& fallback) {
  if (place_->trial && is_of_use(fallback.model))
    begin_trial(fallback.began, fallback.model);
}

/// Compares newer models with this one from now on.
void MemberActor::begin_trial(std::uint32_t began, const Parameters& kept) {
  *place_->trial = {began, kept.view()};
  if (place_->on_trial) place_->on_trial(*place_->trial);
}

void MemberActor::receive(const Finished& finished) {
  end(finished.why.empty() ? MemberEnded::Kind::kDone
                           : MemberEnded::Kind::kTooFew,
      printable(finished.why));
}

void MemberActor::answer(const Ask& ask, EpochKind kind) try {
  if (model_.size() == 0) return;  // it has no model yet
  if (ask.stage == SecureStage::kKeys && place_->has_budget &&
      !place_->has_budget(kind))
    return self_->send(
        place_->post,
        MemberAnswer{place_->member, {ask.epoch, ask.stage, kNoKey}});
  self_->send(place_->post,
              MemberAnswer{place_->member,
                           {ask.epoch, ask.stage,
                            place_->part.answer(ask.epoch, kind, ask.stage,
                                                ask.letter, model_.view())}});
} catch (const BudgetSpent& spent) {
  if (!place_->has_budget)
    return end(MemberEnded::Kind::kBudgetSpent, spent.what());
  spdlog::warn("epoch {}: no part of this member: {}", ask.epoch, spent.what());
} catch (const std::invalid_argument& error) {
  spdlog::warn("epoch {}: a message has no answer: {}", ask.epoch,
               error.what());
} catch (const ArchiveError& error) {
  spdlog::warn("epoch {}: a message can't be read: {}", ask.epoch,
               error.what());
}

caf::behavior member(MemberActor::Self* self, MemberPlace place) {
  self->set_default_handler(caf::drop);
  self->set_exception_handler([self](std::exception_ptr& thrown) -> caf::error {
    self->state.end(kind_of(thrown), thrown_text(thrown));
    return caf::sec::runtime_error;
  });
  self->state.begin(std::move(place));
  return receives<Welcome, Ask, Examine, Closed, Measured, Finished, History,
                  Roster, Fallback>(self);
}

}  // namespace fedltr::members
