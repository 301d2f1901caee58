#include "actors/consortium/relay_host.hpp"

#include <algorithm>
#include <utility>

#include <spdlog/spdlog.h>

#include "actors/protocol/receives.hpp"
#include "actors/runtime/thrown_text.hpp"
#include "actors/silo/search_relay.hpp"
#include "actors/silo/training_relay.hpp"

namespace fedltr::consortium {

/// host -> itself, each second.
struct HostTick {};
/// relay -> host.
struct PartyOut {
  std::uint32_t party = 0;
  std::string why;
};
struct PartyOverdue {
  std::uint32_t party = 0;
  std::uint32_t seconds = 0;  ///< as in Silenced
};

}  // namespace fedltr::consortium

CAF_ALLOW_UNSAFE_MESSAGE_TYPE(fedltr::consortium::HostTick)
CAF_ALLOW_UNSAFE_MESSAGE_TYPE(fedltr::consortium::PartyOut)
CAF_ALLOW_UNSAFE_MESSAGE_TYPE(fedltr::consortium::PartyOverdue)

namespace fedltr::consortium {
namespace {

/// Minimum number of parties: fewer could compute each other's part of a sum.
constexpr std::ptrdiff_t kMinParties = 3;

/// Local proxy for a remote party: the host sends the party's messages to the
/// relay in this actor's name, and receives the relay's messages to the party.
caf::behavior remote_party(caf::event_based_actor* self) {
  self->set_default_handler(caf::drop);
  self->set_error_handler([](caf::error&) {});
  return {[](const HostTick&) {}};
}

}  // namespace

void RelayHostState::begin(const RelayConfig& wanted, const caf::actor& main) {
  config_ = wanted;
  main_ = main;
  for (const std::string& each : config_.members)
    members_.emplace_back().name = each;
  status_.parties.resize(members_.size());
  config_.gateway.kept_out = kept_out_;
  config_.gateway.max_bytes = kMaxBytes;
  replay();
}

void RelayHostState::open() {
  gate_ = open_gateway(self_->system(), config_.gateway,
                       caf::actor_cast<caf::actor>(self_));
  self_->monitor(gate_);
  report_status();
  tick_later();
}

void RelayHostState::tick_later() {
  self_->delayed_send(
      self_, caf::timespan{std::int64_t{config_.tick} * 1000000}, HostTick{});
}

void RelayHostState::send(LinkId link, const FromRelay& message) const {
  if (link == 0) return;
  if (config_.sync) config_.sync();
  self_->send(gate_, SendFrame::of(link, message));
}

RelayHostState::Member* RelayHostState::find_member(const std::string& name) {
  const auto found = std::ranges::find(members_, name, &Member::name);
  return found == members_.end() ? nullptr : &*found;
}

RelayHostState::Member& RelayHostState::member_of(LinkId link) {
  return members_.at(peers_.at(link).party);
}

std::uint32_t RelayHostState::number_of(const Member& member) const {
  return static_cast<std::uint32_t>(&member - members_.data());
}

void RelayHostState::receive(const LinkUp& up) {
  // A party has at most one connection that has not joined yet.
  std::vector<LinkId> earlier;
  for (const auto& [link, peer] : peers_)
    if (peer.party == kRelay && peer.name == up.name) earlier.push_back(link);
  for (const LinkId link : earlier) drop(link);
  peers_[up.link] = {up.name, up.address, up.version, kRelay};
  if (!find_member(up.name))
    refuse(up.link, "the consortium has no member " + up.name);
}

void RelayHostState::receive(const LinkDown& down) {
  const auto peer = peers_.find(down.link);
  if (peer == peers_.end()) return;
  if (peer->second.party == kRelay) return drop(down.link);
  Member& member = member_of(down.link);
  if (member.standing != Standing::kDone)
    spdlog::warn("{} lost its connection: {}", member.name, down.why);
  drop(down.link);
  if (down.end == LinkEnd::kRevoked)
    member.silenced_by = Silence::kTokenWithdrawn;
  if (down.end == LinkEnd::kInvalid ||
      (down.end == LinkEnd::kRevoked && phase_ != Phase::kWaiting))
    give_up(member);
}

void RelayHostState::drop(LinkId link) {
  const auto peer = peers_.find(link);
  if (peer == peers_.end()) return;
  if (peer->second.party != kRelay) {
    Member& member = member_of(link);
    if (member.link == link) member.link = 0;
  }
  peers_.erase(peer);
  self_->send(gate_, Drop{link});
}

void RelayHostState::refuse(LinkId link, const std::string& why) {
  if (config_.sync) config_.sync();
  self_->send(gate_, Refuse{link, why});
  drop(link);
}

void RelayHostState::receive(const LinkFrame& frame) {
  const auto peer = peers_.find(frame.link);
  if (peer == peers_.end()) return;
  const std::uint32_t party = peer->second.party;
  try {
    const auto message = unarchived<FromParty>(*frame.bytes);
    if (std::holds_alternative<Join>(message) != (party == kRelay))
      throw ArchiveError("Join comes first, and once");
    std::visit([&](const auto& each) { take(frame.link, each); }, message);
  } catch (const ArchiveError& error) {
    refuse(frame.link, std::string("invalid frame: ") + error.what());
    if (party != kRelay) give_up(members_.at(party));
  }
}

/// Returns the reason why a party may not join; empty if it may.
std::string RelayHostState::objection(const Member& member,
                                      const Join& join) const {
  if (const std::string why =
          link::objection_to(config_.agreed, join.digest, join.keys, "relay");
      !why.empty())
    return why;
  if (member.is_silent() || member.standing == Standing::kOut)
    return "the run continues without it" +
           (member.why.empty() ? "" : ": " + member.why);
  if (phase_ == Phase::kWaiting && join.received > 0)
    return "it resumes a run unknown to this relay; was the relay "
           "started without --resume?";
  if (phase_ != Phase::kWaiting && member.process != join.process)
    return "the run has begun without this process; --resume continues an "
           "earlier one's";
  if (member.link != 0 && member.process != join.process)
    return "another process of it is here";
  return "";
}

void RelayHostState::take(LinkId link, const Join& wish) {
  Member& member = *find_member(peers_.at(link).name);
  if (const std::string why = objection(member, wish); !why.empty())
    return refuse(link, why);
  join(link, member, wish);
  start_if_due();
}

void RelayHostState::join(LinkId link, Member& member, const Join& join) {
  if (member.link != 0) drop(member.link);  // the party has given it up
  const bool is_new = member.process != join.process;
  if (is_new) member.talk = Conversation();
  const auto& open = member.talk.resume(join.received);
  Peer& peer = peers_.at(link);
  peer.party = number_of(member);
  if (is_new) keep(Joined{peer.party, join.process});
  member.link = link;
  member.process = join.process;
  member.silenced_by = 0;
  // At the end it needs nothing more, and must not reconnect repeatedly.
  if (phase_ != Phase::kEnding) member.absent = 0;
  spdlog::info("{} is here, from {}, fedltr {}", member.name, peer.address,
               peer.version);
  send(link, Welcome{config_.agreed.digest, member.talk.received()});
  for (const Carried& each : open) send(link, each);
}

void RelayHostState::take(LinkId link, const Carried& carried) {
  Member& member = member_of(link);
  if (phase_ == Phase::kWaiting)
    throw ArchiveError("a message before the run has begun");
  if (!member.talk.receive(carried) || !relay_) return;
  require_confirmed(member, carried.message);
  const RelayRecord came(Came{number_of(member), carried});
  keep(came);
  pass_on(std::get<Came>(came));
}

void RelayHostState::pass_on(const Came& came) {
  if (config_.transcript) config_.transcript(came.carried.message);
  pass_on(came.party, unpacked(came.carried.message, config_.plan->protocol));
}

void RelayHostState::pass_on(std::uint32_t party, const SiloMessage& message) {
  count_from(party, message);
  caf::send_as(members_.at(party).proxy, relay_, message);
}

void RelayHostState::take(LinkId link, const Bye&) {
  Member& member = member_of(link);
  const Left left{number_of(member)};
  keep(left);
  redo(left);
  drop(link);
  if (member.standing != Standing::kLeft) return;
  spdlog::warn("{} has left", member.name);
  silence(member);
}

void RelayHostState::receive(const SiloMessage& message) {
  Member& member = members_.at(message.to);
  member.attempt = message.attempt;
  PackedMessage bytes = packed(message);
  const bool is_whole = !std::holds_alternative<Delivered>(message.body());
  if (config_.transcript && is_whole) config_.transcript(bytes);
  if (member.standing == Standing::kOut) return;
  count_to(message.to, message);
  if (member.is_silent()) return silence(member);
  deliver(member, std::move(bytes));
  if (is_whole) note_passed(message);
}

void RelayHostState::start_if_due() {
  if (phase_ != Phase::kWaiting) return;
  const auto here = std::ranges::count_if(
      members_, [](const Member& member) { return member.link != 0; });
  if (here == std::ssize(members_)) return start();
  if (waited_ < config_.wait) return;
  if (here < kMinParties)
    return end(End::Kind::kLeftOut, missing() + ": not here in " +
                                        std::to_string(config_.wait) + " s");
  spdlog::warn("{}: not here in {} s; the run begins without", missing(),
               config_.wait);
  start();
}

std::string RelayHostState::missing() const {
  std::string names;
  for (const Member& member : members_)
    if (member.link == 0) names += (names.empty() ? "" : ", ") + member.name;
  return names;
}

void RelayHostState::start() {
  Begun begun;
  for (const Member& member : members_)
    if (member.link == 0) begun.absent.push_back(number_of(member));
  keep(begun);
  redo(begun);
}

void RelayHostState::spawn_relay() {
  phase_ = Phase::kRunning;
  const auto me = caf::actor_cast<caf::actor>(self_);
  for (Member& member : members_) member.proxy = self_->spawn(remote_party);
  // A weak handle avoids a reference cycle.
  const auto weak = caf::actor_cast<caf::actor_addr>(self_);
  RelayHooks hooks;
  hooks.on_excluded = [weak](std::uint32_t party, const std::string& why) {
    if (const auto host = caf::actor_cast<caf::actor>(weak))
      caf::anon_send(host, PartyOut{party, why});
  };
  hooks.tamper = config_.tamper;
  hooks.deadline = config_.deadline;
  // A search session lasts until it is stopped.
  if (config_.task == SiloTask::kTraining) hooks.phase = config_.phase;
  hooks.on_overdue = [weak](std::uint32_t party, std::uint32_t seconds) {
    if (const auto host = caf::actor_cast<caf::actor>(weak))
      caf::anon_send(host, PartyOverdue{party, seconds});
  };
  std::vector<caf::actor> proxies;
  proxies.reserve(members_.size());
  for (const Member& member : members_) proxies.push_back(member.proxy);
  const auto spawn = [proxies](caf::event_based_actor* of,
                               std::uint32_t party) {
    of->link_to(proxies[party]);
    of->monitor(proxies[party]);
    return proxies[party];
  };
  RelayPlace place{config_.plan, me, spawn, me, std::move(hooks)};
  relay_ = config_.task == SiloTask::kSearch
               ? self_->spawn<caf::monitored>(relay_actor<SearchRelay>,
                                              std::move(place))
               : self_->spawn<caf::monitored>(relay_actor<TrainingRelay>,
                                              std::move(place));
  self_->send(relay_, StartSilo{});
}

void RelayHostState::receive(const PartyOut& out) {
  Member& member = members_.at(out.party);
  member.standing = Standing::kOut;
  member.why = out.why;
  spdlog::warn("{} is left out: {}", member.name, out.why);
  if (member.link == 0) return;
  send(member.link, Dismissed{out.why});
  drop(member.link);
}

void RelayHostState::receive(const PartyOverdue& overdue) {
  Member& member = members_.at(overdue.party);
  if (replaying_ || member.standing != Standing::kIn) return;
  member.silenced_by = overdue.seconds;
  give_up(member);
}

void RelayHostState::receive(const SiloEnded& ended) {
  if (phase_ != Phase::kRunning) return;
  relay_ = nullptr;
  result_.run = ended.record;
  if (!ended.failure.empty()) return end(End::Kind::kFailed, ended.failure);
  phase_ = Phase::kEnding;
  if (replaying_) replay();
}

void RelayHostState::receive(const caf::down_msg& down) {
  const std::string why = self_->system().render(down.reason);
  if (down.source == gate_)
    end(End::Kind::kFailed, "the connections broke: " + why);
  else if (relay_ && down.source == relay_ && phase_ == Phase::kRunning &&
           down.reason && down.reason != caf::exit_reason::user_shutdown)
    end(End::Kind::kFailed, "the relay broke: " + why);
}

void RelayHostState::receive(const Handled&) {
  replay();
}

void RelayHostState::receive(const HostTick&) {
  if (phase_ == Phase::kOver) return;
  ++waited_;
  start_if_due();
  report_status();
  if (phase_ != Phase::kWaiting)
    for (Member& member : members_) tick(member);
  if (phase_ == Phase::kEnding &&
      std::ranges::count(members_, Standing::kIn, &Member::standing) == 0)
    end(End::Kind::kDone, "");
  if (phase_ != Phase::kOver) tick_later();
}

/// Dismisses the parties last, so that a disk error at this point does not hide
/// the result.
void RelayHostState::end(End::Kind kind, const std::string& why) {
  if (std::exchange(phase_, Phase::kOver) == Phase::kOver) return;
  if (relay_) self_->send_exit(relay_, caf::exit_reason::user_shutdown);
  for (const Member& member : members_)
    if (member.proxy)
      self_->send_exit(member.proxy, caf::exit_reason::user_shutdown);
  report_status();
  result_.kind = kind;
  result_.why = why;
  self_->send(main_, result_);
  const bool over = kind == End::Kind::kFailed || kind == End::Kind::kLeftOut;
  for (const Member& member : members_)
    if (over) send(member.link, Dismissed{why});
}

caf::behavior relay_host(RelayHostState::Self* self, const RelayConfig& config,
                         const caf::actor& main) {
  self->set_default_handler(caf::drop);
  self->set_error_handler([](caf::error&) {});
  self->set_down_handler(
      [self](caf::down_msg& down) { self->state.receive(down); });
  self->set_exception_handler([self](std::exception_ptr& thrown) -> caf::error {
    // For example a full disk: another process can resume once there is room.
    self->state.end(End::Kind::kInterrupted, thrown_text(thrown));
    return caf::sec::runtime_error;
  });
  self->set_exit_handler([self](caf::exit_msg& message) {
    self->state.end(End::Kind::kInterrupted, "");
    self->quit(message.reason);
  });
  self->state.begin(config, main);
  return receives<LinkUp, LinkDown, LinkFrame, SiloMessage, PartyOut,
                  PartyOverdue, SiloEnded, Handled, HostTick>(self);
}

}  // namespace fedltr::consortium
