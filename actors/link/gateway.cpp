#include "actors/link/gateway.hpp"

#include <algorithm>

#include <caf/io/middleman.hpp>
#include <spdlog/spdlog.h>

#include "actors/protocol/receives.hpp"

namespace fedltr {

void GatewayState::begin(const GatewayConfig& wanted, caf::actor owner) {
  config_ = wanted;
  strangers_.emplace(config_.max_strangers);
  owner_ = std::move(owner);
  self_->monitor(owner_);
  // Ends in a later turn: CAF 0.17 keeps a connection for ever that is closed
  // in the turn in which it was adopted, and the owner's last frame may be
  // queued.
  self_->set_down_handler(
      [this](caf::down_msg&) { send_self(0, EndGateway{}); });
  if (config_.listener >= 0) self_->add_doorman(config_.listener);
  send_self(config_.tick, GatewayTick{});
}

/// Sends anonymously: a broker that ends leaves its mailbox open (CAF 0.17),
/// where messages from itself would keep it alive for ever.
template <class Message>
void GatewayState::send_self(std::uint32_t milliseconds,
                             const Message& message) const {
  caf::delayed_anon_send(caf::actor_cast<caf::actor>(self_),
                         caf::timespan{std::int64_t{milliseconds} * 1000000},
                         message);
}

/// Counts and logs a peer that is kept out, up to LogLimit.
void GatewayState::log_kept_out(const std::string& address,
                                const std::string& why) {
  if (config_.kept_out) ++*config_.kept_out;
  if (log_.allow()) spdlog::warn("{} is kept out: {}", address, why);
}

void GatewayState::receive(const caf::io::new_connection_msg& connection) {
  adopt(connection.handle);
}

void GatewayState::receive(const Adopt& order) {
  adopt(self_->add_scribe(order.socket));
}

void GatewayState::adopt(caf::io::connection_handle handle) {
  const std::string host = self_->remote_addr(handle);
  const std::string address =
      host + ":" + std::to_string(self_->remote_port(handle));
  const LinkId link = ++last_;
  const LinkId leaves = strangers_->enter(link, host);
  if (leaves == link) {
    log_kept_out(address,
                 fmt::format("{} others have yet to identify themselves",
                             config_.max_strangers));
    self_->close(handle);
    return;
  }
  if (leaves != 0)
    lose(leaves, "others wait to identify themselves", LinkEnd::kLost);
  try {
    peers_.emplace(link, Peer{handle, Connection(config_), address});
  } catch (const std::exception& error) {
    strangers_->leave(link);
    if (config_.listener < 0)
      self_->send(owner_, LinkDown{link, error.what(), LinkEnd::kLost});
    else
      log_kept_out(address, error.what());
    self_->close(handle);
    return;
  }
  links_[handle] = link;
  self_->configure_read(handle, caf::io::receive_policy::at_most(1U << 14));
  self_->ack_writes(handle, true);
  flush(peers_.at(link));
}

void GatewayState::receive(const caf::io::new_data_msg& data) {
  const auto found = links_.find(data.handle);
  if (found == links_.end()) return;  // dropped meanwhile
  const LinkId link = found->second;
  strangers_->spoke(link);
  guarded(link, [&](Peer& peer) {
    peer.connection.feed({data.buf.data(), data.buf.size()});
    if (config_.tls && peer.connection.is_certified()) strangers_->proved(link);
    while (auto message = peer.connection.next()) {
      announce(link, peer);
      self_->send(owner_, LinkFrame{link, std::make_shared<const std::string>(
                                              std::move(*message))});
    }
    announce(link, peer);
  });
}

/// Reports a peer once it is greeted.
void GatewayState::announce(LinkId link, Peer& peer) {
  if (peer.up || !peer.connection.is_greeted()) return;
  peer.up = true;
  strangers_->leave(link);
  self_->send(owner_,
              LinkUp{link, peer.connection.name(), peer.address,
                     peer.connection.protocol(), peer.connection.version()});
}

/// Runs an action and sends what follows from it; an error of one peer ends
/// only its connection.
template <class Do>
void GatewayState::guarded(LinkId link, const Do& something) {
  const auto found = peers_.find(link);
  if (found == peers_.end()) return;
  Peer& peer = found->second;
  try {
    something(peer);
    flush(peer);
  } catch (const LinkError& error) {
    announce(link, peer);  // it may have greeted in the same bytes
    flush(peer);           // an alert or a refusal
    lose(link, error.what(), error.end);
  } catch (const std::exception& error) {
    lose(link, error.what(), LinkEnd::kLost);
  }
}

/// Writes the connection's bytes for the wire.
void GatewayState::flush(Peer& peer) const {
  const std::string bytes = peer.connection.take();
  if (bytes.empty()) return;
  peer.unsent += bytes.size();
  self_->write(peer.handle, bytes.size(), bytes.data());
  self_->flush(peer.handle);
}

void GatewayState::receive(const caf::io::data_transferred_msg& written) {
  const auto found = links_.find(written.handle);
  if (found == links_.end()) return;
  Peer& peer = peers_.at(found->second);
  peer.unsent -= std::min<std::size_t>(peer.unsent, written.written);
  peer.stuck = 0;
}

void GatewayState::receive(const SendFrame& order) {
  guarded(order.link, [&](Peer& peer) { peer.connection.send(*order.bytes); });
}

void GatewayState::receive(const Allow& order) {
  guarded(order.link,
          [&](Peer& peer) { peer.connection.allow(order.max_bytes); });
}

void GatewayState::receive(const Refuse& order) {
  guarded(order.link, [&](Peer& peer) {
    log_kept_out(peer.address + ", " + peer.connection.name(), order.why);
    peer.connection.refuse({order.why, order.later});
  });
  drop(order.link);
}

void GatewayState::receive(const Drop& order) {
  drop(order.link);
}

void GatewayState::receive(const caf::io::connection_closed_msg& closed) {
  const auto found = links_.find(closed.handle);
  if (found != links_.end())
    lose(found->second, "the connection was closed", LinkEnd::kLost);
}

void GatewayState::receive(const caf::io::acceptor_closed_msg&) {
  spdlog::error("the {} no longer accepts connections",
                config_.terms.accepting);
}

void GatewayState::lose(LinkId link, const std::string& why, LinkEnd end) {
  const Peer& peer = peers_.at(link);
  if (peer.up || config_.listener < 0)
    self_->send(owner_, LinkDown{link, why, end});
  else
    log_kept_out(peer.address, why);
  drop(link);
}

void GatewayState::drop(LinkId link) {
  const auto found = peers_.find(link);
  if (found == peers_.end()) return;
  strangers_->leave(link);
  self_->close(found->second.handle);
  links_.erase(found->second.handle);
  peers_.erase(found);
}

std::string GatewayState::seconds(std::uint32_t ticks) const {
  return std::to_string(std::uint64_t{ticks} * config_.tick / 1000) + " s";
}

void GatewayState::receive(const GatewayTick&) {
  std::vector<LinkId> links;
  for (const auto& [link, peer] : peers_) links.push_back(link);
  for (const LinkId link : links)
    guarded(link, [this](Peer& peer) {
      if (peer.unsent == 0) peer.stuck = 0;
      if (++peer.stuck > config_.silence)
        throw LinkError("it reads nothing for " + seconds(config_.silence),
                        LinkEnd::kLost);
      peer.connection.tick();
    });
  if (const std::uint64_t more = log_.tick(); more > 0)
    spdlog::warn("{} more connections were kept out in {}", more,
                 seconds(LogLimit::kTicks));
  send_self(config_.tick, GatewayTick{});
}

void GatewayState::receive(const EndGateway&) {
  self_->close_all();
  self_->quit();
}

caf::behavior gateway(GatewayState::Self* self, const GatewayConfig& config,
                      const caf::actor& owner) {
  self->set_error_handler([](caf::error&) {});
  self->state.begin(config, owner);
  return receives<caf::io::new_connection_msg, caf::io::new_data_msg,
                  caf::io::data_transferred_msg, caf::io::connection_closed_msg,
                  caf::io::acceptor_closed_msg, Adopt, SendFrame, Allow, Drop,
                  Refuse, GatewayTick, EndGateway>(self);
}

caf::actor open_gateway(caf::actor_system& system, const GatewayConfig& config,
                        const caf::actor& owner) {
  if (config.stand_in) return config.stand_in(config, owner);
  return system.middleman().spawn_broker(gateway, config, owner);
}

}  // namespace fedltr
