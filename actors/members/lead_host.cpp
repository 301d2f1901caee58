#include "actors/members/lead_host.hpp"

#include <algorithm>
#include <utility>

#include <spdlog/spdlog.h>

#include "actors/members/host_handlers.hpp"
#include "actors/members/lead.hpp"
#include "actors/protocol/receives.hpp"

namespace fedltr::members {
namespace {

constexpr caf::timespan kTimeToLeave{10000000000};

const char* text_of(StopReason reason) {
  switch (reason) {
    case StopReason::kInterrupted:
      return "its user has stopped it";
    case StopReason::kBudgetSpent:
      return "its privacy budget is spent";
    case StopReason::kFailed:
      return "it has failed; its own log has the reason";
    case StopReason::kDistrust:
      return "it rejects what this server sends; its own log has the reason";
  }
  return "";
}

}  // namespace

void LeadHost::begin(const LeadConfig& config, const caf::actor& main) {
  config_ = config;
  config_.gateway.max_bytes = max_bytes(config.plan);
  left_ = {config.state.left.begin(), config.state.left.end()};
  main_ = main;
  const auto me = caf::actor_cast<caf::actor>(self_);
  gate_ = open_gateway(self_->system(), config_.gateway, me);
  self_->monitor(gate_);
  LeadPlace place{config.plan,  config.agreed.digest, config.deadlines,
                  config.state, config.hooks,         me,
                  me,           config.certifier,     config.draw,
                  config.clock};
  lead_ = self_->spawn<caf::linked>(lead, std::move(place));
}

void LeadHost::end(End::Kind kind, const std::string& why) {
  if (std::exchange(over_, true)) return;
  self_->send(main_, HostEnded{{kind, why}});
}

void LeadHost::note(const std::string& message) const {
  if (config_.transcript) config_.transcript(message);
}

void LeadHost::refuse(LinkId link, const std::string& why) {
  self_->send(gate_, Refuse{link, why});
  const auto found = peers_.find(link);
  if (found == peers_.end()) return;
  const Peer peer = found->second;
  peers_.erase(found);
  if (peer.joined && links_[peer.member] == link) {
    links_.erase(peer.member);
    self_->send(lead_, MemberGone{peer.member});
  }
}

void LeadHost::receive(const LinkUp& up) {
  const auto& names = config_.plan.names;
  const auto found = std::ranges::find(names, up.name);
  if (found == names.end())
    return refuse(up.link, up.name + " is not among members.names");
  const auto member = static_cast<std::uint32_t>(found - names.begin());
  drop_idle(std::exchange(newest_[member], up.link));
  peers_[up.link] = {up.name, member, false};
}

/// Closes a member's older connection unless it has joined, so that one member
/// does not take the places of others.
void LeadHost::drop_idle(LinkId link) {
  const auto found = peers_.find(link);
  if (found == peers_.end() || found->second.joined) return;
  self_->send(gate_, Drop{link});
  peers_.erase(found);
}

void LeadHost::receive(const LinkDown& down) {
  const auto found = peers_.find(down.link);
  if (found == peers_.end()) return;
  const Peer peer = found->second;
  peers_.erase(found);
  const auto link = links_.find(peer.member);
  if (!peer.joined || link == links_.end() || link->second != down.link) return;
  links_.erase(link);
  if (!done_ && !left_.contains(peer.member))
    spdlog::info("{} is away: {}", peer.name, down.why);
  self_->send(lead_, MemberGone{peer.member});
  end_if_alone();
}

/// Ends once all members that were there have the end.
void LeadHost::end_if_alone() {
  if (done_ && links_.empty() && !awaits_) end(done_->kind, done_->why);
}

void LeadHost::receive(const LinkFrame& frame) {
  const auto found = peers_.find(frame.link);
  if (found == peers_.end()) return;
  try {
    const auto message = unarchived<FromMember>(*frame.bytes);
    note(*frame.bytes);
    std::visit([&](const auto& each) { take(frame.link, found->second, each); },
               message);
  } catch (const ArchiveError& error) {
    refuse(frame.link,
           std::string("it sends what no member sends: ") + error.what());
  }
}

/// Lets a member in, in place of an older connection of its.
/// @return false if it is refused
bool LeadHost::enter(LinkId link, Peer& peer, const std::string& digest,
                     const link::AgreedKeys& keys) {
  if (peer.joined) {
    // Each time it would have the model again, faster than it reads.
    refuse(link, "it joins for the second time");
    return false;
  }
  if (const std::string why =
          link::objection_to(config_.agreed, digest, keys, "server");
      !why.empty()) {
    refuse(link, why);
    return false;
  }
  if (const auto old = links_.find(peer.member);
      old != links_.end() && old->second != link) {
    spdlog::info("{}: a newer connection replaces its older one", peer.name);
    self_->send(gate_, Drop{old->second});
    peers_.erase(old->second);
  }
  links_[peer.member] = link;
  peer.joined = true;
  return true;
}

/// @return false if the member is refused
bool LeadHost::welcomes(LinkId link, Peer& peer, const Join& join) {
  if (left_.contains(peer.member)) {
    refuse(link, peer.name +
                     " has left this federation for good; another agreement "
                     "may name it again");
    return false;
  }
  if (!enter(link, peer, join.digest, join.keys)) return false;
  spdlog::info("{} has joined", peer.name);
  return true;
}

void LeadHost::take(LinkId link, Peer& peer, const Join& join) {
  if (config_.plan.tolerance.lies)
    return refuse(link,
                  "members.level = lying: it joins without a certificate");
  if (welcomes(link, peer, join))
    self_->send(lead_, MemberHere{peer.member, join.process});
}

void LeadHost::take(LinkId link, Peer& peer, const Enrol& enrol) {
  if (!config_.plan.tolerance.lies)
    return refuse(link, "members.level = honest: it joins as if it were lying");
  if (enrol.certificate.size() > kMaxCertificate)
    return refuse(link, "its certificate is too long");
  try {
    const Certifier& certifier = config_.certifier;
    const EpochStart now = certifier.start();
    const Certified read = certifier.certify(peer.member, enrol.certificate);
    if (const std::string fault =
            fault_of(read, now.time, certifier.serials(now.revoked));
        !fault.empty())
      throw std::invalid_argument(fault);
  } catch (const std::invalid_argument& error) {
    return refuse(link,
                  std::string("its certificate is not valid: ") + error.what());
  }
  if (welcomes(link, peer, enrol.join))
    self_->send(lead_, MemberHere{peer.member, enrol.join.process,
                                  enrol.certificate, enrol.epoch});
}

void LeadHost::take(LinkId link, Peer& peer, const Leave& leave) {
  if (!enter(link, peer, leave.digest, leave.keys)) return;
  self_->send(lead_, MemberLeaves{peer.member});
}

void LeadHost::take(LinkId link, Peer& peer, const Answer& answer) {
  if (!peer.joined) return refuse(link, "it answers before it has joined");
  self_->send(lead_, MemberAnswer{peer.member, answer});
}

void LeadHost::take(LinkId link, Peer& peer, const Stops& stops) {
  if (!peer.joined) return refuse(link, "it stops before it has joined");
  spdlog::warn("{} stops: {}", peer.name, text_of(stops.reason));
  const std::uint32_t member = peer.member;
  self_->send(gate_, Drop{link});
  peers_.erase(link);
  links_.erase(member);
  self_->send(lead_, MemberGone{member, stops.reason});
  end_if_alone();
}

void LeadHost::receive(const ToMember& order) {
  const bool leaves = std::holds_alternative<Left>(order.message);
  if (leaves) left_.insert(order.member);
  const auto link = links_.find(order.member);
  if (link == links_.end()) return;
  const auto peer = peers_.find(link->second);
  if (peer == peers_.end()) return;
  // A new connection begins with a welcome, after which all is sent again.
  peer->second.welcomed |=
      leaves || std::holds_alternative<Welcome>(order.message);
  if (!peer->second.welcomed) return;
  auto frame = SendFrame::of(link->second, order.message);
  note(*frame.bytes);
  self_->send(gate_, std::move(frame));
}

/// Members leave once they have the end.
void LeadHost::receive(const LeadEnded& ended) {
  if (!ended.failure.empty()) return end(End::Kind::kFailed, ended.failure);
  done_ = ended.too_few.empty() ? End{End::Kind::kDone, ""}
                                : End{End::Kind::kLeftOut, ended.too_few};
  awaits_ = links_.empty() && config_.state.epoch > 0;
  if (links_.empty() && !awaits_) return end(done_->kind, done_->why);
  self_->delayed_send(self_, kTimeToLeave, TimeToLeave{});
}

void LeadHost::receive(const TimeToLeave&) {
  end(done_->kind, done_->why);
}

caf::behavior lead_host(LeadHost::Self* self, const LeadConfig& config,
                        const caf::actor& main) {
  handle_failures(self);
  self->state.begin(config, main);
  return receives<LinkUp, LinkDown, LinkFrame, ToMember, LeadEnded,
                  TimeToLeave>(self);
}

}  // namespace fedltr::members
