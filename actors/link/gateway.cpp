#include "actors/link/gateway.hpp"

#include <algorithm>

#include <caf/io/middleman.hpp>
#include <spdlog/spdlog.h>

namespace fedltr {
namespace {

/// gateway -> itself, repeatedly.
struct Tick {};
/// gateway -> itself, once.
struct EndAll {};

/// Maximum number of heartbeats in a tick; one is expected.
constexpr std::uint32_t kMaxBeats = 1000;

}  // namespace
}  // namespace fedltr

CAF_ALLOW_UNSAFE_MESSAGE_TYPE(fedltr::Tick)
CAF_ALLOW_UNSAFE_MESSAGE_TYPE(fedltr::EndAll)

namespace fedltr {

void GatewayState::begin(const GatewayConfig& wanted, caf::actor to) {
  config = wanted;
  strangers.emplace(config.max_strangers);
  owner = std::move(to);
  self->monitor(owner);
  if (config.listener >= 0) self->add_doorman(config.listener);
  send_self(config.tick, Tick{});
}

/// Sends anonymously: a broker that ends leaves its mailbox open (CAF 0.17),
/// where messages from itself would keep it alive for ever.
template <class Message>
void GatewayState::send_self(std::uint32_t milliseconds,
                             const Message& message) const {
  caf::delayed_anon_send(caf::actor_cast<caf::actor>(self),
                         caf::timespan{std::int64_t{milliseconds} * 1000000},
                         message);
}

/// Counts and logs a peer that is kept out, up to LogLimit.
void GatewayState::tell_kept_out(const std::string& address,
                                 const std::string& why) {
  if (config.kept_out) ++*config.kept_out;
  if (log.allow()) spdlog::warn("{} is kept out: {}", address, why);
}

void GatewayState::adopt(caf::io::connection_handle handle) {
  const std::string host = self->remote_addr(handle);
  const std::string address =
      host + ":" + std::to_string(self->remote_port(handle));
  const LinkId link = ++last;
  const LinkId leaves = strangers->enter(link, host);
  if (leaves == link) {
    tell_kept_out(address,
                  fmt::format("{} others have yet to identify themselves",
                              config.max_strangers));
    self->close(handle);
    return;
  }
  if (leaves != 0) lose(leaves, {"others wait to identify themselves"});
  Peer& peer = peers[link];
  peer.handle = handle;
  peer.address = address;
  peer.frames.allow(kMaxGreeting);
  links[handle] = link;
  self->configure_read(handle, caf::io::receive_policy::at_most(1U << 16));
  guarded(link, [&] {
    if (config.tls) peer.channel = Channel(config.tls());
    receive(link, peer, {});
  });
}

void GatewayState::on_data(const caf::io::new_data_msg& data) {
  const auto found = links.find(data.handle);
  if (found == links.end()) return;  // dropped meanwhile
  const LinkId link = found->second;
  Peer& peer = peers.at(link);
  peer.silent = 0;
  strangers->spoke(link);
  guarded(link, [&] {
    receive(link, peer, {data.buf.data(), data.buf.size()});
  });
}

/// Runs an action; an error of one peer ends only its connection.
template <class Do>
void GatewayState::guarded(LinkId link, const Do& something) {
  try {
    something();
  } catch (const ChannelError& error) {
    flush(peers.at(link));  // sends the peer an alert
    lose(link, {error.what(), error.refused});
  } catch (const ArchiveError& error) {
    lose(link, {error.what(), false, true});
  } catch (const std::exception& error) {
    lose(link, {error.what()});
  }
}

void GatewayState::receive(LinkId link, Peer& peer, std::string_view bytes) {
  if (!bytes.empty()) peer.frames.feed(peer.channel.receive(bytes));
  flush(peer);
  if (!peer.up && peer.channel.established()) {
    peer.up = true;
    if (config.tls) strangers->proved(link);
    self->send(owner, LinkUp{link, peer.channel.peer(), peer.address});
  }
  while (auto frame = peer.frames.next())
    if (!frame->empty())
      self->send(owner, LinkFrame{link, std::make_shared<const std::string>(
                                            std::move(*frame))});
    else if (++peer.beats > kMaxBeats)
      throw ArchiveError("more than " + std::to_string(kMaxBeats) +
                         " signs of life at once");
}

void GatewayState::send_frame(LinkId link, std::string_view frame) {
  const auto found = peers.find(link);
  if (found == peers.end()) return;
  Peer& peer = found->second;
  guarded(link, [&] {
    peer.channel.send(framed(frame));
    flush(peer);
  });
}

/// Writes the channel's bytes for the wire.
void GatewayState::flush(Peer& peer) const {
  const std::string bytes = peer.channel.take();
  if (bytes.empty()) return;
  peer.spoken_to = true;
  self->write(peer.handle, bytes.size(), bytes.data());
  self->flush(peer.handle);
}

void GatewayState::admit(const Admit& order) {
  const auto found = peers.find(order.link);
  if (found == peers.end()) return;
  found->second.admitted = true;
  strangers->leave(order.link);
  found->second.frames.allow(order.max_bytes);
}

void GatewayState::lose(LinkId link, const End& end) {
  const Peer& peer = peers.at(link);
  if (peer.up || config.listener < 0)
    self->send(owner, LinkDown{link, end.why, end.refused, end.invalid});
  else
    tell_kept_out(peer.address, end.why);
  drop(link);
}

void GatewayState::drop(LinkId link) {
  const auto found = peers.find(link);
  if (found == peers.end()) return;
  strangers->leave(link);
  self->close(found->second.handle);
  links.erase(found->second.handle);
  peers.erase(found);
}

void GatewayState::tick() {
  const auto seconds = [this](std::uint32_t ticks) {
    return std::to_string(std::uint64_t{ticks} * config.tick / 1000) + " s";
  };
  std::vector<std::pair<LinkId, std::string>> lost;
  std::vector<LinkId> quiet;
  for (auto& [link, peer] : peers) {
    if (!peer.admitted && ++peer.age > config.patience)
      lost.emplace_back(
          link, "it did not identify itself in " + seconds(config.patience));
    else if (++peer.silent > config.silence)
      lost.emplace_back(link, "it is silent for " + seconds(config.silence));
    else if (!peer.spoken_to && peer.up)
      quiet.push_back(link);
  }
  for (const auto& [link, why] : lost) lose(link, {why});
  for (const LinkId link : quiet) send_frame(link, {});
  for (auto& [link, peer] : peers) {
    peer.spoken_to = false;
    peer.beats = 0;
  }
  if (const std::uint64_t more = log.tick(); more > 0)
    spdlog::warn("{} more connections were kept out in {}", more,
                 seconds(LogLimit::kTicks));
  send_self(config.tick, Tick{});
}

caf::behavior gateway(GatewayState::Self* self, const GatewayConfig& config,
                      const caf::actor& owner) {
  self->state.begin(config, owner);
  // Ends in a later turn: CAF 0.17 keeps a connection for ever that is closed
  // in the turn in which it was adopted, and the owner's last frame may be
  // queued.
  self->set_down_handler(
      [self](caf::down_msg&) { self->state.send_self(0, EndAll{}); });
  self->set_error_handler([](caf::error&) {});
  return {
      [self](const caf::io::new_connection_msg& connection) {
        self->state.adopt(connection.handle);
      },
      [self](const caf::io::new_data_msg& data) { self->state.on_data(data); },
      [self](const caf::io::connection_closed_msg& closed) {
        const auto found = self->state.links.find(closed.handle);
        if (found != self->state.links.end())
          self->state.lose(found->second, {"the connection was closed"});
      },
      [](const caf::io::acceptor_closed_msg&) {
        spdlog::error("the server no longer accepts connections");
      },
      [self](const Adopt& order) {
        self->state.adopt(self->add_scribe(order.socket));
      },
      [self](const SendFrame& order) {
        self->state.send_frame(order.link, *order.bytes);
      },
      [self](const Admit& order) { self->state.admit(order); },
      [self](const Drop& order) { self->state.drop(order.link); },
      [self](EndAll) {
        self->close_all();
        self->quit();
      },
      [self](Tick) { self->state.tick(); }};
}

caf::actor open_gateway(caf::actor_system& system, const GatewayConfig& config,
                        const caf::actor& owner) {
  if (config.stand_in) return config.stand_in(owner);
  return system.middleman().spawn_broker(gateway, config, owner);
}

}  // namespace fedltr
