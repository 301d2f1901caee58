#include "actors/link/channel.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include <openssl/crypto.h>
#include <openssl/err.h>
#include <openssl/pem.h>
#include <openssl/ssl.h>
#include <openssl/x509.h>

#include "algorithms/privacy/openssl.hpp"

namespace fedltr {
namespace {

using openssl::Freed;
using Bio = std::unique_ptr<BIO, Freed<BIO_free_all>>;
using Certificate = std::unique_ptr<X509, Freed<X509_free>>;
using Verification =
    std::unique_ptr<X509_STORE_CTX, Freed<X509_STORE_CTX_free>>;
using RevocationList = std::unique_ptr<X509_CRL, Freed<X509_CRL_free>>;

/// Marks a connection on which the authority's certificate is not valid.
char kOfAuthority = 0;

/// OpenSSL's last error.
struct LastError {
  std::string words;
  int reason = 0;  ///< OpenSSL's number
};

/// Takes the last error from OpenSSL's queue.
LastError last_error(const std::string& otherwise) {
  LastError last{otherwise};
  while (const unsigned long code = ERR_get_error())
    if (const char* reason = ERR_reason_error_string(code))
      last = {reason, ERR_GET_REASON(code)};
  return last;
}

/// True if the peer rejects our certificate.
bool is_about_our_certificate(int reason) {
  switch (reason) {
    case SSL_R_SSLV3_ALERT_BAD_CERTIFICATE:
    case SSL_R_SSLV3_ALERT_UNSUPPORTED_CERTIFICATE:
    case SSL_R_SSLV3_ALERT_CERTIFICATE_REVOKED:
    case SSL_R_SSLV3_ALERT_CERTIFICATE_EXPIRED:
    case SSL_R_SSLV3_ALERT_CERTIFICATE_UNKNOWN:
    case SSL_R_TLSV1_ALERT_UNKNOWN_CA:
    case SSL_R_TLSV1_ALERT_ACCESS_DENIED:
    case SSL_R_TLSV13_ALERT_CERTIFICATE_REQUIRED:
      return true;
    default:
      return false;
  }
}

/// Keeps the place in the chain of a certificate that is not valid, for
/// is_of_authority().
int note_depth(int is_valid, X509_STORE_CTX* store) {
  auto* const tls = static_cast<SSL*>(
      X509_STORE_CTX_get_ex_data(store, SSL_get_ex_data_X509_STORE_CTX_idx()));
  if (is_valid == 0 && tls != nullptr)
    SSL_set_app_data(tls, X509_STORE_CTX_get_error_depth(store) > 0
                              ? &kOfAuthority
                              : nullptr);
  return is_valid;
}

/// True if the certificate that is not valid is the authority's.
bool is_of_authority(const SSL* tls) {
  return SSL_get_app_data(tls) != nullptr;
}

/// Returns what may have caused a failure; empty if the error itself is clear.
const char* cause_of(long verdict, int reason, bool of_authority) {
  switch (verdict) {
    case X509_V_ERR_CERT_NOT_YET_VALID:
    case X509_V_ERR_CRL_NOT_YET_VALID:
      return ": is this machine's clock right?";
    case X509_V_ERR_CERT_HAS_EXPIRED:
      if (of_authority)
        return ": it is the authority's: get its new ca.pem, unless this "
               "machine's clock is wrong";
      return ": the other side has to renew it, unless this machine's clock is "
             "wrong";
    case X509_V_ERR_DEPTH_ZERO_SELF_SIGNED_CERT:
    case X509_V_ERR_SELF_SIGNED_CERT_IN_CHAIN:
    case X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT_LOCALLY:
    case X509_V_ERR_CERT_SIGNATURE_FAILURE:
      return ": it is of another authority than ours";
    default:
      break;
  }
  switch (reason) {
    case SSL_R_WRONG_VERSION_NUMBER:
      return ": the other side may use no TLS, as with --insecure";
    case SSL_R_SSLV3_ALERT_CERTIFICATE_EXPIRED:
      return ": renew it, unless the clock of either side is wrong";
    default:
      return "";
  }
}

void expect(bool holds, const std::string& what) {
  if (!holds) throw ChannelError(what + ": " + last_error("unusable").words);
}

Bio reader_of(const std::string& text) {
  return Bio(BIO_new_mem_buf(text.data(), static_cast<int>(text.size())));
}

/// Answers OpenSSL's request for a passphrase without asking the user.
int no_passphrase(char*, int, int, void*) {
  return 0;
}

Certificate read_certificate(const std::string& pem) {
  return Certificate(
      PEM_read_bio_X509(reader_of(pem).get(), nullptr, no_passphrase, nullptr));
}

/// Makes a store reject the certificates that a list revokes.
void believe_less(X509_STORE* store, const std::string& pem) {
  if (pem.empty()) return;
  const RevocationList list(PEM_read_bio_X509_CRL(reader_of(pem).get(), nullptr,
                                                  no_passphrase, nullptr));
  expect(list && X509_STORE_add_crl(store, list.get()) == 1 &&
             X509_STORE_set_flags(store, X509_V_FLAG_CRL_CHECK) == 1,
         "the list of revoked certificates");
}

}  // namespace

std::string common_name(const X509_name_st* subject) {
  std::array<char, 128> name{};
  const int size = X509_NAME_get_text_by_NID(subject, NID_commonName,
                                             name.data(), name.size());
  return {name.data(), static_cast<std::size_t>(std::max(size, 0))};
}

TlsConfig::TlsConfig(const Certificates& certificates, Side side)
    : context_(SSL_CTX_new(TLS_method()), SSL_CTX_free), side_(side) {
  ERR_clear_error();
  SSL_CTX* const context = context_.get();
  expect(context != nullptr, "TLS");
  expect(SSL_CTX_set_min_proto_version(context, TLS1_3_VERSION) == 1, "TLS");
  SSL_CTX_set_session_cache_mode(context, SSL_SESS_CACHE_OFF);
  SSL_CTX_set_num_tickets(context, 0);
  // A quiet connection keeps no buffers: a server may have thousands.
  SSL_CTX_set_mode(context, SSL_MODE_RELEASE_BUFFERS);
  SSL_CTX_set_verify(context, SSL_VERIFY_PEER | SSL_VERIFY_FAIL_IF_NO_PEER_CERT,
                     note_depth);
  SSL_CTX_set_verify_depth(context, 1);
  const Certificate authority = read_certificate(certificates.authority);
  expect(authority != nullptr, "the CA's certificate");
  expect(X509_STORE_add_cert(SSL_CTX_get_cert_store(context),
                             authority.get()) == 1,
         "the CA's certificate");
  believe_less(SSL_CTX_get_cert_store(context), certificates.revoked);
  const Certificate own = read_certificate(certificates.certificate);
  expect(own && SSL_CTX_use_certificate(context, own.get()) == 1,
         "the certificate");
  const openssl::Key key(PEM_read_bio_PrivateKey(
      reader_of(certificates.key).get(), nullptr, no_passphrase, nullptr));
  expect(key && SSL_CTX_use_PrivateKey(context, key.get()) == 1,
         "the private key");
  expect(SSL_CTX_check_private_key(context) == 1,
         "the private key is not the certificate's");
}

Channel::Channel(const TlsConfig& config)
    : tls_(SSL_new(config.context()), SSL_free), established_(false) {
  expect(tls_ != nullptr, "TLS");
  SSL_set_bio(tls_.get(), BIO_new(BIO_s_mem()), BIO_new(BIO_s_mem()));
  if (config.side() == Side::kServer)
    SSL_set_accept_state(tls_.get());
  else {
    SSL_set_connect_state(tls_.get());
    expect(SSL_set1_host(tls_.get(), kServerName) == 1, "TLS");
  }
  advance();
}

bool Channel::is_revoked_by(const TlsConfig& config) const {
  if (!tls_) return false;
  const Certificate peer(SSL_get1_peer_certificate(tls_.get()));
  const Verification verification(X509_STORE_CTX_new());
  if (!peer || !verification ||
      X509_STORE_CTX_init(verification.get(),
                          SSL_CTX_get_cert_store(config.context()), peer.get(),
                          nullptr) != 1)
    return false;
  return X509_verify_cert(verification.get()) != 1 &&
         X509_STORE_CTX_get_error(verification.get()) ==
             X509_V_ERR_CERT_REVOKED;
}

/// Continues the handshake.
void Channel::advance() {
  ERR_clear_error();
  const int result = SSL_do_handshake(tls_.get());
  if (result != 1) {
    const int error = SSL_get_error(tls_.get(), result);
    if (error != SSL_ERROR_WANT_READ && error != SSL_ERROR_WANT_WRITE) fail();
    return;
  }
  const Certificate certificate(SSL_get1_peer_certificate(tls_.get()));
  if (!certificate || SSL_get_verify_result(tls_.get()) != X509_V_OK) fail();
  peer_ = common_name(X509_get_subject_name(certificate.get()));
  established_ = true;
  write(std::exchange(unsent_, {}));
}

void Channel::fail() const {
  const long verdict = SSL_get_verify_result(tls_.get());
  LastError last = last_error("it is not TLS, or ends in the middle");
  if (verdict != X509_V_OK)
    last.words +=
        std::string(" (") + X509_verify_cert_error_string(verdict) + ")";
  const bool of_authority = is_of_authority(tls_.get());
  last.words += cause_of(verdict, last.reason, of_authority);
  // In TLS 1.3 a node's handshake is over when this alert arrives. An earlier
  // one may come from anyone.
  const bool is_ours = is_about_our_certificate(last.reason);
  if (is_ours)
    last.words = "the other side refuses our certificate: " + last.words;
  ChannelError error(last.words);
  // The other side may renew a certificate, or a clock be set.
  const bool may_pass =
      !of_authority && (verdict == X509_V_ERR_CERT_HAS_EXPIRED ||
                        verdict == X509_V_ERR_CERT_NOT_YET_VALID);
  error.final =
      (verdict != X509_V_OK && !may_pass) || (is_ours && established_);
  throw error;
}

std::string Channel::receive(std::string_view bytes) {
  if (!tls_) return std::string(bytes);
  BIO_write(SSL_get_rbio(tls_.get()), bytes.data(),
            static_cast<int>(bytes.size()));
  if (!established_) advance();
  std::string plain;
  if (!established_) return plain;
  std::array<char, 16384> piece{};
  while (true) {
    ERR_clear_error();
    const int count = SSL_read(tls_.get(), piece.data(), piece.size());
    if (count > 0) {
      plain.append(piece.data(), static_cast<std::size_t>(count));
      continue;
    }
    const int error = SSL_get_error(tls_.get(), count);
    if (error == SSL_ERROR_ZERO_RETURN)
      throw ChannelError("the peer closed the connection");
    if (error != SSL_ERROR_WANT_READ) fail();
    return plain;
  }
}

void Channel::send(std::string_view bytes) {
  if (!tls_)
    wire_ += bytes;
  else if (!established_)
    unsent_ += bytes;
  else
    write(bytes);
}

void Channel::write(std::string_view bytes) {
  if (bytes.empty()) return;
  ERR_clear_error();
  if (SSL_write(tls_.get(), bytes.data(), static_cast<int>(bytes.size())) <= 0)
    fail();
}

std::string Channel::take() {
  if (!tls_) return std::exchange(wire_, {});
  BIO* const out = SSL_get_wbio(tls_.get());
  std::string bytes(BIO_ctrl_pending(out), '\0');
  if (!bytes.empty())
    BIO_read(out, bytes.data(), static_cast<int>(bytes.size()));
  return bytes;
}

bool same_secret(std::string_view a, std::string_view b) {
  return a.size() == b.size() &&
         CRYPTO_memcmp(a.data(), b.data(), a.size()) == 0;
}

}  // namespace fedltr
