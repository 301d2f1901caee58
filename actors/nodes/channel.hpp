#pragma once

#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>

struct ssl_ctx_st;  // OpenSSL's SSL_CTX
struct ssl_st;      // OpenSSL's SSL

namespace fedltr {

/// A connection can't be used: the peer is not certified, or does not speak
/// TLS, or a bit was changed on the way.
struct ChannelError : std::runtime_error {
  explicit ChannelError(const std::string& what, bool refuses_us = false)
      : std::runtime_error(what), refused(refuses_us) {}

  /// The peer has shown a certificate that we believe, and does not believe
  /// ours: no other try would end better.
  bool refused;
};

/// Name in the certificate of a federation's server.
inline constexpr const char* kServerName = "server";

/// A side's own certificate, and whose certificates it believes: PEM texts.
struct Certificates {
  std::string authority;     ///< the federation's CA, nothing else
  std::string certificate;   ///< ours, signed by it
  std::string key;           ///< of our certificate, secret
  std::string revoked = {};  ///< the CA's list of what it has revoked; or none
};

enum class Side { kServer, kNode };

/// TLS 1.3 with certificates on both sides. A server believes certificates that
/// are for clients, a node those for servers and of the server's name, so no
/// node passes as the server. What the CA's list names is not believed.
class TlsConfig {
 public:
  /// @throws ChannelError  unless certificate, key and authority belong
  ///                       together
  TlsConfig(const Certificates& certificates, Side side);

  ssl_ctx_st* context() const { return context_.get(); }
  Side side() const { return side_; }

 private:
  std::shared_ptr<ssl_ctx_st> context_;
  Side side_;
};

/// Turns plaintext into what goes over the wire and back; knows no socket.
class Channel {
 public:
  /// Plaintext: for this very machine only.
  Channel() = default;
  explicit Channel(const TlsConfig& config);

  /// Takes bytes from the wire.
  /// @return  the plaintext in them
  /// @throws ChannelError
  std::string receive(std::string_view bytes);
  /// Sends plaintext, as soon as the peer is known.
  void send(std::string_view bytes);
  /// Returns the bytes that are to go over the wire.
  std::string take();

  /// Returns true once the peer has shown a certificate that is believed.
  bool established() const { return established_; }
  /// The name in it; empty: plaintext.
  const std::string& peer() const { return peer_; }

 private:
  void advance();
  void write(std::string_view bytes);
  [[noreturn]] void fail() const;

  std::shared_ptr<ssl_st> tls_;  ///< none: plaintext
  bool established_ = true;
  std::string peer_;
  std::string unsent_;  ///< plaintext, until the peer is known
  std::string wire_;    ///< plaintext: for the wire
};

/// Compares two secrets in a time that does not depend on where they differ.
bool same_secret(std::string_view a, std::string_view b);

}  // namespace fedltr
