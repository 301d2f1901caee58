#pragma once

#include <map>
#include <optional>

#include <caf/io/broker.hpp>

#include "actors/link/connection.hpp"
#include "actors/link/log_limit.hpp"
#include "actors/link/waiting_room.hpp"
#include "actors/protocol/messages.hpp"
#include "algorithms/core/archive.hpp"

namespace fedltr {

// gateway -> itself
/// Comes repeatedly.
struct GatewayTick {};
/// Ends the gateway.
struct EndGateway {};

// gateway -> owner
/// Reports a greeted peer.
struct LinkUp {
  LinkId link = 0;
  std::string name;            ///< of the peer
  std::string address;         ///< for the log
  std::uint32_t protocol = 0;  ///< chosen
  std::string version;         ///< of the peer's fedltr, for the log
};
/// Holds a received message.
struct LinkFrame {
  LinkId link = 0;
  std::shared_ptr<const std::string> bytes;
};
/// Reports the end of a connection that was up; at the connecting side, of any
/// connection.
struct LinkDown {
  LinkId link = 0;
  std::string why;
  LinkEnd end = LinkEnd::kLost;
};

// owner -> gateway
/// Adopts a connected socket.
struct Adopt {
  int socket = -1;
};
/// Sends a message.
struct SendFrame {
  LinkId link = 0;
  std::shared_ptr<const std::string> bytes;

  /// @param message  a variant of all messages of this side
  template <class Message>
  static SendFrame of(LinkId link, Message message) {
    return {link, std::make_shared<const std::string>(archived(message))};
  }
};
/// Allows a peer messages up to `max_bytes` bytes from now on.
struct Allow {
  LinkId link = 0;
  std::size_t max_bytes = 0;
};
/// Ends a connection once all messages are sent.
struct Drop {
  LinkId link = 0;
};
/// Ends a connection as Drop does, with the reason, which is logged here.
struct Refuse {
  LinkId link = 0;
  std::string why;
  bool later = false;  ///< the peer may try again
};

/// Endpoint of connections: a broker of CAF's network layer that gives bytes to
/// a Connection and to the wire. It replaces CAF's own protocol, which one
/// packet to its port can crash. For each peer that is not greeted, or is
/// refused, it logs one line, up to LogLimit. A peer that reads nothing is lost
/// after `silence` ticks, so that output does not pile up.
class GatewayState {
 public:
  static constexpr const char* name = "gateway";

  using Self = caf::stateful_actor<GatewayState, caf::io::broker>;
  explicit GatewayState(Self* owner) : self_(owner) {}

  void begin(const GatewayConfig& wanted, caf::actor owner);

  void receive(const caf::io::new_connection_msg& connection);
  void receive(const caf::io::new_data_msg& data);
  void receive(const caf::io::data_transferred_msg& written);
  void receive(const caf::io::connection_closed_msg& closed);
  void receive(const caf::io::acceptor_closed_msg& closed);
  void receive(const Adopt& order);
  void receive(const SendFrame& order);
  void receive(const Allow& order);
  void receive(const Drop& order);
  void receive(const Refuse& order);
  void receive(const GatewayTick& tick);
  void receive(const EndGateway& order);

 private:
  struct Peer {
    caf::io::connection_handle handle;
    Connection connection;
    std::string address;
    bool up = false;          ///< LinkUp was sent
    std::size_t unsent = 0;   ///< bytes
    std::uint32_t stuck = 0;  ///< ticks without progress of these
  };

  void adopt(caf::io::connection_handle handle);
  template <class Do>
  void guarded(LinkId link, const Do& something);
  void announce(LinkId link, Peer& peer);
  void flush(Peer& peer) const;
  void lose(LinkId link, const std::string& why, LinkEnd end);
  void drop(LinkId link);
  void log_kept_out(const std::string& address, const std::string& why);
  std::string seconds(std::uint32_t ticks) const;
  template <class Message>
  void send_self(std::uint32_t milliseconds, const Message& message) const;

  Self* self_;
  caf::actor owner_;
  GatewayConfig config_;
  LinkId last_ = 0;
  std::map<LinkId, Peer> peers_;
  std::map<caf::io::connection_handle, LinkId> links_;
  std::optional<WaitingRoom> strangers_;
  LogLimit log_;
};

/// @param owner  receives LinkUp, LinkFrame and LinkDown; when it ends, so does
///               the gateway, with all connections, once all frames are sent
caf::behavior gateway(GatewayState::Self* self, const GatewayConfig& config,
                      const caf::actor& owner);

/// Starts a gateway, or its replacement.
caf::actor open_gateway(caf::actor_system& system, const GatewayConfig& config,
                        const caf::actor& owner);

}  // namespace fedltr

CAF_ALLOW_UNSAFE_MESSAGE_TYPE(fedltr::GatewayTick)
CAF_ALLOW_UNSAFE_MESSAGE_TYPE(fedltr::EndGateway)
CAF_ALLOW_UNSAFE_MESSAGE_TYPE(fedltr::LinkUp)
CAF_ALLOW_UNSAFE_MESSAGE_TYPE(fedltr::LinkFrame)
CAF_ALLOW_UNSAFE_MESSAGE_TYPE(fedltr::LinkDown)
CAF_ALLOW_UNSAFE_MESSAGE_TYPE(fedltr::Adopt)
CAF_ALLOW_UNSAFE_MESSAGE_TYPE(fedltr::SendFrame)
CAF_ALLOW_UNSAFE_MESSAGE_TYPE(fedltr::Allow)
CAF_ALLOW_UNSAFE_MESSAGE_TYPE(fedltr::Drop)
CAF_ALLOW_UNSAFE_MESSAGE_TYPE(fedltr::Refuse)
