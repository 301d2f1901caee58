#pragma once

#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>

struct X509_name_st;  // OpenSSL's X509_NAME
struct ssl_ctx_st;    // OpenSSL's SSL_CTX
struct ssl_st;        // OpenSSL's SSL

namespace fedltr {

/// A connection can't be used: the peer is not certified, does not speak TLS,
/// or data was changed in transit.
struct ChannelError : std::runtime_error {
  using std::runtime_error::runtime_error;

  /// True if one side rejects the other's certificate: another try would also
  /// fail. False for what another service without TLS at the port may have
  /// caused, or a bit that flipped on the way.
  bool final = false;
};

/// Name in the certificate of a federation's server.
inline constexpr const char* kServerName = "server";

/// A side's own certificate, and the authority that it trusts: PEM texts.
struct Certificates {
  std::string authority;     ///< the federation's CA, nothing else
  std::string certificate;   ///< ours, signed by it
  std::string key;           ///< of our certificate, secret
  std::string revoked = {};  ///< the CA's list of revoked ones; may be empty
};

/// Returns the common name of a certificate's subject, empty without one.
std::string common_name(const X509_name_st* subject);

enum class Side { kServer, kNode };

/// TLS 1.3 with certificates on both sides. A server accepts certificates for
/// clients, a node those for servers and with the server's name, so no node
/// passes as the server. Both reject certificates on the CA's list.
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

/// Turns plaintext into bytes for the wire and back; uses no socket.
class Channel {
 public:
  /// Makes a plaintext channel, for connections within this machine only.
  Channel() = default;
  explicit Channel(const TlsConfig& config);

  /// Takes bytes from the wire.
  /// @return  the plaintext in them
  /// @throws ChannelError
  std::string receive(std::string_view bytes);
  /// Sends plaintext once the peer is known.
  void send(std::string_view bytes);
  /// Returns the bytes to send over the wire.
  std::string take();

  /// Returns true once the peer has shown a valid certificate.
  bool established() const { return established_; }
  /// True if the list of revoked certificates of this configuration has the
  /// peer's: it may be newer than the channel. False in plaintext.
  bool is_revoked_by(const TlsConfig& config) const;
  /// Name in the peer's certificate; empty in plaintext.
  const std::string& peer() const { return peer_; }

 private:
  void advance();
  void write(std::string_view bytes);
  [[noreturn]] void fail() const;

  std::shared_ptr<ssl_st> tls_;  ///< null means plaintext
  bool established_ = true;
  std::string peer_;
  std::string unsent_;  ///< plaintext to send once the peer is known
  std::string wire_;    ///< bytes for the wire, without TLS
};

/// Compares two secrets in a time that does not depend on their difference.
bool same_secret(std::string_view a, std::string_view b);

}  // namespace fedltr
