#include "actors/members/member_host.hpp"

#include <utility>

#include <spdlog/spdlog.h>

#include "actors/members/host_handlers.hpp"
#include "actors/members/member.hpp"
#include "actors/protocol/receives.hpp"

namespace fedltr::members {

void MemberHost::begin(const MemberConfig& config, const caf::actor& main) {
  config_ = config;
  config_.gateway.max_bytes = max_bytes(config.plan);
  main_ = main;
  const auto me = caf::actor_cast<caf::actor>(self_);
  gate_ = open_gateway(self_->system(), config_.gateway, me);
  self_->monitor(gate_);
  if (config.on_left) return;
  const auto wary = config.proof
                        ? make_wary(config.plan, config.member, *config.proof)
                        : nullptr;
  if (wary) epoch_ = wary->epoch();
  const auto trial = make_trial(config.plan);
  part_ = self_->spawn<caf::linked>(
      member,
      MemberPlace{config.member,
                  make_epoch_member(config.plan, config.member, config.rows,
                                    config.held_out, config.secrets,
                                    config.searches, wary, trial),
                  config.plan.initial.size(), config.on_model,
                  config.on_measured, me, me, config.on_lost, wary, trial,
                  config.on_trial, config.has_budget});
}

void MemberHost::end(End::Kind kind, const std::string& why) {
  if (std::exchange(over_, true)) return;
  if (config_.on_link) config_.on_link(false);
  self_->send(main_, PartEnded{{kind, why}});
}

/// Ends before the federation does, and reports that to the lead.
void MemberHost::stop(StopReason reason, End::Kind kind,
                      const std::string& why) {
  if (!over_ && !config_.on_left && protocol_ >= kProtocolOfStops)
    send(Stops{reason});
  end(kind, why);
}

void MemberHost::receive(const StopMember&) {
  stop(StopReason::kInterrupted, End::Kind::kInterrupted, "");
}

void MemberHost::receive(const Dialed& dialed) {
  self_->send(gate_, Adopt{dialed.socket});
}

void MemberHost::receive(const LinkUp& up) {
  link_ = up.link;
  protocol_ = up.protocol;
  if (config_.on_left)
    return send(Leave{config_.agreed.digest, config_.agreed.keys});
  Join join{config_.agreed.digest, config_.agreed.keys, config_.process};
  if (!config_.proof) return send(join);
  send(Enrol{std::move(join), config_.proof->certificate, epoch_});
}

void MemberHost::receive(const LinkDown& down) {
  link_ = 0;
  const bool was_welcome = std::exchange(welcome_, false);
  if (config_.on_link) config_.on_link(false);
  if (over_) return;
  if (down.end == LinkEnd::kRefused)
    return end(End::Kind::kLeftOut,
               link::with_own_values(down.why, config_.agreed));
  self_->send(main_, Lost{down.why, was_welcome});
}

void MemberHost::receive(const LinkFrame& frame) {
  if (over_ || frame.link != link_) return;
  try {
    const auto message = unarchived<FromLead>(*frame.bytes);
    const bool is_first = config_.on_left
                              ? std::holds_alternative<Left>(message)
                              : std::holds_alternative<Welcome>(message);
    if (!is_first && !welcome_)
      throw ArchiveError("a message that the member did not ask for");
    std::visit([this](const auto& each) { follow(each); }, message);
  } catch (const ArchiveError& error) {
    stop(StopReason::kDistrust, End::Kind::kLeftOut,
         std::string("the server sends what no server sends: ") + error.what());
  }
}

void MemberHost::follow(const Welcome& welcome) {
  if (welcome.digest != config_.agreed.digest)
    return stop(StopReason::kDistrust, End::Kind::kLeftOut,
                "the server has another agreement");
  welcome_ = true;
  if (config_.on_link) config_.on_link(true);
  spdlog::info("joined as {}, after epoch {}", config_.gateway.terms.name,
               welcome.epoch);
  self_->send(part_, welcome);
}

void MemberHost::follow(const Left& left) {
  if (!config_.on_left) return end(End::Kind::kLeftOut, "it has left");
  config_.on_left(left);
  end(End::Kind::kDone, "");
}

void MemberHost::follow(const Closed& closed) {
  if (closed.why.empty()) epoch_ = closed.epoch;
  self_->send(part_, closed);
}

template <class Message>
void MemberHost::follow(const Message& message) {
  self_->send(part_, message);
}

void MemberHost::send(const FromMember& message) {
  if (link_ != 0) self_->send(gate_, SendFrame::of(link_, message));
}

void MemberHost::receive(const MemberAnswer& answer) {
  if (welcome_) send(answer.answer);
}

void MemberHost::receive(const MemberEnded& ended) {
  switch (ended.kind) {
    case MemberEnded::Kind::kDone:
      return end(End::Kind::kDone, "");
    case MemberEnded::Kind::kTooFew:
      return end(End::Kind::kLeftOut, ended.why);
    case MemberEnded::Kind::kBudgetSpent:
      return stop(StopReason::kBudgetSpent, End::Kind::kBudgetSpent, ended.why);
    case MemberEnded::Kind::kFailed:
      return fail(ended.why);
    case MemberEnded::Kind::kLeadLies:
      return stop(StopReason::kDistrust, End::Kind::kLeftOut, ended.why);
  }
}

caf::behavior member_host(MemberHost::Self* self, const MemberConfig& config,
                          const caf::actor& main) {
  handle_failures(self);
  self->state.begin(config, main);
  return receives<Dialed, StopMember, LinkUp, LinkDown, LinkFrame, MemberAnswer,
                  MemberEnded>(self);
}

}  // namespace fedltr::members
