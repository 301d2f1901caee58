#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>

#include "actors/link/frames.hpp"
#include "actors/link/gateway_config.hpp"

namespace fedltr {

/// Ends a connection.
struct LinkError : std::runtime_error {
  LinkError(const std::string& what, LinkEnd end_of_link)
      : std::runtime_error(what), end(end_of_link) {}

  LinkEnd end;
};

/// One side of a connection, without its socket: TLS, frames, greeting and
/// signs of life. The peer counts as greeted once it is certified (with TLS),
/// has the token that belongs to its name, and speaks a common protocol; at the
/// connecting side, once it has sent Welcome.
class Connection {
 public:
  /// @param config  outlives it; with `terms.knows_token` this side accepts the
  ///                connection
  /// @throws ChannelError
  explicit Connection(const GatewayConfig& config);

  /// Takes bytes from the wire. @throws LinkError
  void feed(std::string_view bytes);
  /// Returns the peer's next message; nullopt if there is none yet.
  /// @throws LinkError
  std::optional<std::string> next();
  /// Sends a message. @throws LinkError
  void send(std::string_view message);
  /// Ends the connection once take() is on the wire.
  void refuse(const link::Refused& refusal);
  /// Returns the bytes to send over the wire, also after an error.
  std::string take();
  /// Counts a tick; sends a sign of life if nothing else was sent in it.
  /// @throws LinkError  if the peer is silent, has not greeted in time, or its
  ///                    token was withdrawn or its certificate revoked
  void tick();

  /// Sets another maximum length of a greeted peer's messages.
  void allow(std::size_t max_bytes);
  /// True once the peer has shown a valid certificate; in plaintext at once.
  bool is_certified() const { return channel_.established(); }
  bool is_greeted() const { return protocol_ != 0; }
  /// Name of the greeted peer.
  const std::string& name() const { return name_; }
  /// Version of the greeted peer's fedltr, printable.
  const std::string& version() const { return version_; }
  /// Chosen protocol; 0 until the peer is greeted.
  std::uint32_t protocol() const { return protocol_; }

 private:
  bool accepts() const { return config_->terms.knows_token != nullptr; }
  template <class Do>
  auto guarded(const Do& something);
  void greet();
  void accept(std::string_view frame);
  link::Refused objection(const link::Hello& hello) const;
  void follow(std::string_view frame);
  void begin(const std::string& name, std::uint32_t protocol,
             const std::string& version);
  void check_peer();
  void check_token();
  void check_certificate();
  [[noreturn]] void revoke(const std::string& why);
  std::string seconds(std::uint32_t ticks) const;

  const GatewayConfig* config_;
  Channel channel_;
  FrameReader frames_{kMaxGreeting};
  std::string name_;
  std::string version_;
  std::string token_;
  std::uint32_t protocol_ = 0;
  bool has_greeted_ = false;     ///< Hello was sent
  std::uint32_t age_ = 0;        ///< ticks until it is greeted
  std::uint32_t silent_ = 0;     ///< ticks without a byte from the peer
  std::uint32_t beats_ = 0;      ///< empty frames of the peer in this tick
  std::uint32_t withdrawn_ = 0;  ///< ticks without a valid token
  std::uint32_t unchecked_ = 0;  ///< ticks since token and certificate were
  std::optional<TlsConfig> checked_;  ///< by this list
  bool spoke_ = false;                ///< sent bytes in this tick
};

}  // namespace fedltr
