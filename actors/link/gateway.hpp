#pragma once

#include <map>
#include <optional>

#include <caf/io/broker.hpp>

#include "actors/link/channel.hpp"
#include "actors/link/frames.hpp"
#include "actors/link/gateway_config.hpp"
#include "actors/link/log_limit.hpp"
#include "actors/link/waiting_room.hpp"
#include "actors/protocol/messages.hpp"

namespace fedltr {

// gateway -> owner
/// Reports a peer that is known by its certificate (or is on this machine).
struct LinkUp {
  LinkId link = 0;
  std::string name;     ///< in its certificate; empty in plaintext
  std::string address;  ///< for the log
};
/// Holds a received frame.
struct LinkFrame {
  LinkId link = 0;
  std::shared_ptr<const std::string> bytes;
};
/// Reports the end of a connection that was up; at a node, of any connection.
struct LinkDown {
  LinkId link = 0;
  std::string why;
  bool refused = false;  ///< the peer rejects our certificate
  bool invalid = false;  ///< the peer sent an invalid frame
};

// owner -> gateway
/// Adopts a connected socket.
struct Adopt {
  int socket = -1;
};
/// Sends a frame.
struct SendFrame {
  LinkId link = 0;
  std::shared_ptr<const std::string> bytes;
};
/// Admits an identified peer, with frames up to `max_bytes` bytes.
struct Admit {
  LinkId link = 0;
  std::size_t max_bytes = 0;
};
/// Ends a connection once all frames are sent.
struct Drop {
  LinkId link = 0;
};

/// Endpoint of connections: a broker of CAF's network layer that exchanges
/// bounded frames over TLS. It replaces CAF's own protocol, which one packet to
/// its port can crash. For each peer that shows no certificate of the
/// federation, or sends an invalid frame, it logs one line, up to LogLimit.
struct GatewayState {
  static constexpr const char* name = "gateway";

  using Self = caf::stateful_actor<GatewayState, caf::io::broker>;
  explicit GatewayState(Self* owner_of_state) : self(owner_of_state) {}

  struct Peer {
    caf::io::connection_handle handle;
    Channel channel;
    FrameReader frames{0};
    std::string address;
    bool up = false;
    bool admitted = false;
    std::uint32_t age = 0;     ///< ticks
    std::uint32_t silent = 0;  ///< ticks without a byte from it
    bool spoken_to = false;    ///< sent to in this tick
    std::uint32_t beats = 0;   ///< empty frames from it in this tick
  };
  /// Reason for the end of a connection.
  struct End {
    std::string why;
    bool refused = false;
    bool invalid = false;
  };

  void begin(const GatewayConfig& wanted, caf::actor to);
  void adopt(caf::io::connection_handle handle);
  void on_data(const caf::io::new_data_msg& data);
  template <class Do>
  void guarded(LinkId link, const Do& something);
  void receive(LinkId link, Peer& peer, std::string_view bytes);
  void send_frame(LinkId link, std::string_view frame);
  void flush(Peer& peer) const;
  void admit(const Admit& order);
  void lose(LinkId link, const End& end);
  void tell_kept_out(const std::string& address, const std::string& why);
  void drop(LinkId link);
  template <class Message>
  void send_self(std::uint32_t milliseconds, const Message& message) const;
  void tick();

  Self* self;
  caf::actor owner;
  GatewayConfig config;
  LinkId last = 0;
  std::map<LinkId, Peer> peers;
  std::optional<WaitingRoom> strangers;
  LogLimit log;
  std::map<caf::io::connection_handle, LinkId> links;
};

/// @param owner  receives LinkUp, LinkFrame and LinkDown; when it ends, so does
///               the gateway, with all connections, once all frames are sent
caf::behavior gateway(GatewayState::Self* self, const GatewayConfig& config,
                      const caf::actor& owner);

/// Starts a gateway, or its replacement.
caf::actor open_gateway(caf::actor_system& system, const GatewayConfig& config,
                        const caf::actor& owner);

}  // namespace fedltr

CAF_ALLOW_UNSAFE_MESSAGE_TYPE(fedltr::LinkUp)
CAF_ALLOW_UNSAFE_MESSAGE_TYPE(fedltr::LinkFrame)
CAF_ALLOW_UNSAFE_MESSAGE_TYPE(fedltr::LinkDown)
CAF_ALLOW_UNSAFE_MESSAGE_TYPE(fedltr::Adopt)
CAF_ALLOW_UNSAFE_MESSAGE_TYPE(fedltr::SendFrame)
CAF_ALLOW_UNSAFE_MESSAGE_TYPE(fedltr::Admit)
CAF_ALLOW_UNSAFE_MESSAGE_TYPE(fedltr::Drop)
