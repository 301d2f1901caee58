#include "actors/consortium/relay_host.hpp"

#include <algorithm>
#include <utility>

#include <spdlog/spdlog.h>

#include "actors/link/frames.hpp"
#include "actors/silo/search_relay.hpp"
#include "actors/silo/training_relay.hpp"

namespace fedltr::consortium {
namespace {

/// host -> itself, each second.
struct HostTick {};
/// relay -> host.
struct PartyOut {
  std::uint32_t party = 0;
  std::string why;
};
struct PartyOverdue {
  std::uint32_t party = 0;
};

/// Minimum number of parties: fewer could compute each other's part of a sum.
constexpr std::ptrdiff_t kMinParties = 3;

/// Local proxy for a remote party: the host sends the party's messages to the
/// relay in this actor's name, and receives the relay's messages to the party.
caf::behavior remote_party(caf::event_based_actor* self) {
  self->set_default_handler(caf::drop);
  self->set_error_handler([](caf::error&) {});
  return {[](HostTick) {}};
}

}  // namespace
}  // namespace fedltr::consortium

CAF_ALLOW_UNSAFE_MESSAGE_TYPE(fedltr::consortium::HostTick)
CAF_ALLOW_UNSAFE_MESSAGE_TYPE(fedltr::consortium::PartyOut)
CAF_ALLOW_UNSAFE_MESSAGE_TYPE(fedltr::consortium::PartyOverdue)

namespace fedltr::consortium {

void RelayHostState::begin(const RelayConfig& wanted, const caf::actor& told) {
  config = wanted;
  main = told;
  for (const std::string& each : config.members)
    members.emplace_back().name = each;
  status.parties.resize(members.size());
  config.gateway.kept_out = kept_out;
  replay();
}

void RelayHostState::open() {
  gate = open_gateway(self->system(), config.gateway,
                      caf::actor_cast<caf::actor>(self));
  self->monitor(gate);
  tell_status();
  self->delayed_send(self, caf::timespan{std::int64_t{config.tick} * 1000000},
                     HostTick{});
}

void RelayHostState::send(LinkId link, const FromRelay& message) const {
  if (link == 0) return;
  if (config.sync) config.sync();
  self->send(
      gate,
      SendFrame{link, std::make_shared<const std::string>(encode(message))});
}

RelayHostState::Member& RelayHostState::member_of(LinkId link) {
  return members.at(peers.at(link).party);
}

void RelayHostState::on_up(const LinkUp& up) {
  peers[up.link] = {up.name, up.address, kRelay};
}

void RelayHostState::on_down(const LinkDown& down) {
  const auto peer = peers.find(down.link);
  if (peer == peers.end()) return;
  if (peer->second.party == kRelay)
    ++status.refused;
  else if (!member_of(down.link).done)
    spdlog::warn("{} lost its connection: {}", member_of(down.link).name,
                 down.why);
  drop(down.link);
}

void RelayHostState::drop(LinkId link) {
  const auto peer = peers.find(link);
  if (peer == peers.end()) return;
  if (peer->second.party != kRelay) {
    Member& member = member_of(link);
    if (member.link == link) member.link = 0;
  }
  peers.erase(peer);
  self->send(gate, Drop{link});
}

void RelayHostState::refuse(LinkId link, const std::string& why) {
  const Peer& peer = peers.at(link);
  spdlog::warn("{} {} is refused: {}", peer.address, printable(peer.name), why);
  ++status.refused;
  send(link, Refused{why});
  drop(link);
}

void RelayHostState::on_frame(const LinkFrame& frame) {
  const auto peer = peers.find(frame.link);
  if (peer == peers.end()) return;
  try {
    const auto message = decode<FromParty>(*frame.bytes);
    if (std::holds_alternative<Hello>(message) !=
        (peer->second.party == kRelay))
      throw ArchiveError("a greeting comes first, and once");
    std::visit([&](const auto& each) { handle(frame.link, each); }, message);
  } catch (const ArchiveError& error) {
    const std::uint32_t party = peer->second.party;
    refuse(frame.link, std::string("invalid frame: ") + error.what());
    if (party != kRelay) give_up(members.at(party));
  }
}

/// Returns the reason why a party may not join; empty if it may.
std::string RelayHostState::objection(const Peer& peer,
                                      const Hello& hello) const {
  if (hello.protocol != kProtocol || hello.version != config.version)
    return "it runs " + printable(hello.version) + ", the relay " +
           config.version;
  if (!peer.name.empty() && peer.name != hello.name)
    return "its certificate is of another name";
  const auto member = std::ranges::find(members, hello.name, &Member::name);
  if (member == members.end())
    return "the consortium has no member " + printable(hello.name);
  if (config.knows_token(hello.name, hello.token) != true)
    return "its token is not the one it was issued";
  if (hello.digest != config.digest)
    return "it has agreed to something else (another file, or --rehearsal or "
           "--answer on one side only): its digest is " +
           printable(hello.digest) + ", the relay's " + config.digest;
  if (member->given_up || member->out)
    return "the run continues without it" +
           (member->why.empty() ? "" : ": " + member->why);
  if (phase == Phase::kWaiting && hello.received > 0)
    return "it resumes a run unknown to this relay; was the relay "
           "started without --resume?";
  if (phase != Phase::kWaiting && member->process != hello.process)
    return "the run has begun without this process; --resume continues an "
           "earlier one's";
  return "";
}

void RelayHostState::handle(LinkId link, const Hello& hello) {
  Peer& peer = peers.at(link);
  if (const std::string why = objection(peer, hello); !why.empty())
    return refuse(link, why);
  const auto found = std::ranges::find(members, hello.name, &Member::name);
  const bool is_new = found->process != hello.process;
  if (found->link != 0 && is_new)
    return refuse(link, "another process of it is here");
  if (found->link != 0)
    drop(found->link);  // the party has given up this connection
  if (is_new) found->talk = Conversation();
  const auto& open = found->talk.resume(hello.received);
  peer.party = static_cast<std::uint32_t>(found - members.begin());
  if (is_new) keep(Joined{peer.party, hello.process});
  found->link = link;
  found->process = hello.process;
  found->token = hello.token;
  found->withdrawn = 0;
  found->revoked = false;
  // At the end it needs nothing more, and must not reconnect repeatedly.
  if (phase != Phase::kEnding) found->absent = 0;
  spdlog::info("{} is here, from {}", found->name, peer.address);
  self->send(gate, Admit{link, kMaxBytes});
  send(link, Welcome{config.digest, found->talk.received()});
  for (const Carried& each : open) send(link, each);
  start_if_due();
}

void RelayHostState::handle(LinkId link, const Carried& carried) {
  Member& member = member_of(link);
  if (phase == Phase::kWaiting)
    throw ArchiveError("a message before the run has begun");
  if (!member.talk.receive(carried) || !relay) return;
  const Came came{peers.at(link).party, carried};
  keep(came);
  pass_on(came);
}

void RelayHostState::pass_on(const Came& came) {
  const SiloMessage& message = came.carried.message;
  if (config.transcript) config.transcript(message);
  count_from(came.party, message);
  caf::send_as(members.at(came.party).proxy, relay, message);
}

void RelayHostState::handle(LinkId link, const Bye&) {
  Member& member = member_of(link);
  keep(Left{peers.at(link).party});
  member.done = true;
  drop(link);
  if (phase == Phase::kRunning) {
    spdlog::warn("{} has left", member.name);
    give_up(member);
  }
}

void RelayHostState::on_relay(const SiloMessage& message) {
  Member& member = members.at(message.to);
  member.attempt = message.attempt;
  if (config.transcript) config.transcript(message);
  if (member.out) return;
  count_to(message.to, message);
  if (member.given_up) return silence(member);
  send(member.link, member.talk.send(message));
}

void RelayHostState::start_if_due() {
  if (phase != Phase::kWaiting) return;
  const auto here = std::ranges::count_if(
      members, [](const Member& member) { return member.link != 0; });
  if (here == std::ssize(members)) return start();
  if (waited < config.wait) return;
  if (here < kMinParties)
    return end(End::Kind::kLeftOut, missing() + ": not here in " +
                                        std::to_string(config.wait) + " s");
  spdlog::warn("{}: not here in {} s; the run begins without", missing(),
               config.wait);
  start();
}

std::string RelayHostState::missing() const {
  std::string names;
  for (const Member& member : members)
    if (member.link == 0) names += (names.empty() ? "" : ", ") + member.name;
  return names;
}

void RelayHostState::start() {
  Begun begun;
  for (std::uint32_t party = 0; party < members.size(); ++party)
    if (members[party].link == 0) begun.absent.push_back(party);
  keep(begun);
  redo(begun);
}

void RelayHostState::spawn_relay() {
  phase = Phase::kRunning;
  const auto me = caf::actor_cast<caf::actor>(self);
  for (Member& member : members) member.proxy = self->spawn(remote_party);
  // A weak handle avoids a reference cycle.
  const auto weak = caf::actor_cast<caf::actor_addr>(self);
  RelayHooks hooks;
  hooks.on_excluded = [weak](std::uint32_t party, const std::string& why) {
    if (const auto host = caf::actor_cast<caf::actor>(weak))
      caf::anon_send(host, PartyOut{party, why});
  };
  hooks.deadline = config.deadline;
  hooks.on_overdue = [weak](std::uint32_t party) {
    if (const auto host = caf::actor_cast<caf::actor>(weak))
      caf::anon_send(host, PartyOverdue{party});
  };
  std::vector<caf::actor> proxies;
  proxies.reserve(members.size());
  for (const Member& member : members) proxies.push_back(member.proxy);
  const auto spawn = [proxies](caf::event_based_actor* of,
                               std::uint32_t party) {
    of->link_to(proxies[party]);
    of->monitor(proxies[party]);
    return proxies[party];
  };
  RelayPlace place{config.plan, me, spawn, me, std::move(hooks)};
  relay = config.task == SiloTask::kSearch
              ? self->spawn<caf::monitored>(relay_actor<SearchRelay>,
                                            std::move(place))
              : self->spawn<caf::monitored>(relay_actor<TrainingRelay>,
                                            std::move(place));
  self->send(relay, StartSilo{});
}

void RelayHostState::on_excluded(std::uint32_t party, const std::string& why) {
  Member& member = members.at(party);
  member.out = true;
  member.why = why;
  spdlog::warn("{} is left out: {}", member.name, why);
  if (member.link == 0) return;
  send(member.link, Dismissed{why});
  drop(member.link);
}

void RelayHostState::on_ended(const SiloEnded& ended) {
  if (phase != Phase::kRunning) return;
  relay = nullptr;
  result.run = ended.record;
  if (!ended.failure.empty()) return end(End::Kind::kFailed, ended.failure);
  phase = Phase::kEnding;
  if (replaying) replay();
}

void RelayHostState::on_actor_down(const caf::down_msg& down) {
  const std::string why = self->system().render(down.reason);
  if (down.source == gate)
    end(End::Kind::kFailed, "the connections broke: " + why);
  else if (relay && down.source == relay && phase == Phase::kRunning &&
           down.reason && down.reason != caf::exit_reason::user_shutdown)
    end(End::Kind::kFailed, "the relay broke: " + why);
}

void RelayHostState::tick() {
  if (phase == Phase::kOver) return;
  ++waited;
  drop_revoked();
  start_if_due();
  tell_status();
  const std::uint32_t deadline = config.deadline;
  for (Member& member : members) {
    if (phase == Phase::kWaiting || member.out || member.done) continue;
    const bool is_gone =
        member.link == 0 && ++member.absent > config.grace && !member.given_up;
    // It has received everything but not sent Bye.
    const bool is_mute = phase == Phase::kEnding && member.link != 0 &&
                         deadline > 0 && ++member.absent > deadline;
    if (is_gone || is_mute)
      give_up(member);
    else if (member.given_up)
      silence(member);
  }
  const auto settled = [](const Member& member) {
    return member.out || member.done || member.given_up;
  };
  if (phase == Phase::kEnding && std::ranges::all_of(members, settled))
    end(End::Kind::kDone, "");
  if (phase != Phase::kOver)
    self->delayed_send(self, caf::timespan{std::int64_t{config.tick} * 1000000},
                       HostTick{});
}

/// Dismisses the parties last, so that a disk error at this point does not hide
/// the result.
void RelayHostState::end(End::Kind kind, const std::string& why) {
  if (std::exchange(phase, Phase::kOver) == Phase::kOver) return;
  if (relay) self->send_exit(relay, caf::exit_reason::user_shutdown);
  for (const Member& member : members)
    if (member.proxy)
      self->send_exit(member.proxy, caf::exit_reason::user_shutdown);
  tell_status();
  result.kind = kind;
  result.why = why;
  self->send(main, result);
  const bool over = kind == End::Kind::kFailed || kind == End::Kind::kLeftOut;
  for (const Member& member : members)
    if (over) send(member.link, Dismissed{why});
}

caf::behavior relay_host(RelayHostState::Self* self, const RelayConfig& config,
                         const caf::actor& main) {
  self->set_default_handler(caf::drop);
  self->set_error_handler([](caf::error&) {});
  self->set_down_handler(
      [self](caf::down_msg& down) { self->state.on_actor_down(down); });
  self->set_exception_handler([self](std::exception_ptr& thrown) -> caf::error {
    // For example a full disk: another process can resume once there is room.
    self->state.end(End::Kind::kInterrupted, text_of(thrown));
    return caf::sec::runtime_error;
  });
  self->set_exit_handler([self](caf::exit_msg& message) {
    self->state.end(End::Kind::kInterrupted, "");
    self->quit(message.reason);
  });
  self->state.begin(config, main);
  return {[self](const LinkUp& up) { self->state.on_up(up); },
          [self](const LinkDown& down) { self->state.on_down(down); },
          [self](const LinkFrame& frame) { self->state.on_frame(frame); },
          [self](const SiloMessage& message) { self->state.on_relay(message); },
          [self](const PartyOut& out) {
            self->state.on_excluded(out.party, out.why);
          },
          [self](const PartyOverdue& overdue) {
            self->state.on_overdue(overdue.party);
          },
          [self](const SiloEnded& ended) { self->state.on_ended(ended); },
          [self](Handled) { self->state.replay(); },
          [self](HostTick) { self->state.tick(); }};
}

}  // namespace fedltr::consortium
