// Checks certificates before a process listens or connects.
#include <cstdint>
#include <ctime>
#include <fstream>
#include <vector>

#include <openssl/err.h>
#include <openssl/pem.h>
#include <openssl/x509v3.h>
#include <spdlog/spdlog.h>

#include "algorithms/privacy/signature.hpp"
#include "app/base/errors.hpp"
#include "app/base/text.hpp"
#include "app/deploy/authority.hpp"
#include "app/deploy/expiry.hpp"
#include "app/deploy/pem.hpp"
#include "app/deploy/revocation.hpp"
#include "app/deploy/rights.hpp"

namespace fedltr {

namespace fs = std::filesystem;

namespace pem {
namespace {

using openssl::Freed;
using Bio = std::unique_ptr<BIO, Freed<BIO_free_all>>;
using Store = std::unique_ptr<X509_STORE, Freed<X509_STORE_free>>;
using StoreContext =
    std::unique_ptr<X509_STORE_CTX, Freed<X509_STORE_CTX_free>>;

constexpr std::size_t kMaxBytes = 1U << 16;

/// Answers OpenSSL's question for a passphrase with none.
int no_passphrase(char*, int, int, void*) {
  return 0;
}

int given_passphrase(char* buffer, int size, int, void* given) {
  const auto& phrase = *static_cast<const std::string*>(given);
  return static_cast<int>(phrase.copy(buffer, static_cast<std::size_t>(size)));
}

}  // namespace

std::string read_text(const fs::path& file) {
  std::error_code ignored;
  std::ifstream stream;
  if (fs::is_regular_file(file, ignored)) stream.open(file, std::ios::binary);
  std::string text(kMaxBytes + 1, '\0');
  if (!stream.is_open()) throw NetworkError(file.string() + ": can't be read");
  stream.read(text.data(), static_cast<std::streamsize>(text.size()));
  text.resize(static_cast<std::size_t>(stream.gcount()));
  if (text.size() > kMaxBytes)
    throw NetworkError(file.string() + ": is too large for what it should be");
  return text;
}

std::string read_secret(const fs::path& file) {
  require_secret(file);
  return read_text(file);
}

Certificate parse_certificate(const fs::path& file, const std::string& text) {
  const Bio bio(BIO_new_mem_buf(text.data(), static_cast<int>(text.size())));
  Certificate certificate(
      PEM_read_bio_X509(bio.get(), nullptr, no_passphrase, nullptr));
  ERR_clear_error();
  if (!certificate) throw NetworkError(file.string() + ": is no certificate");
  return certificate;
}

openssl::Key parse_key(const fs::path& file, const std::string& text,
                       const Passphrase& passphrase) {
  const Bio bio(BIO_new_mem_buf(text.data(), static_cast<int>(text.size())));
  const bool is_asked =
      passphrase &&
      text.find("-----BEGIN ENCRYPTED PRIVATE KEY-----") != std::string::npos;
  // Called here: no exception may pass through OpenSSL.
  std::string phrase = is_asked ? passphrase() : "";
  openssl::Key key(PEM_read_bio_PrivateKey(
      bio.get(), nullptr, is_asked ? given_passphrase : no_passphrase,
      &phrase));
  OPENSSL_cleanse(phrase.data(), phrase.size());
  ERR_clear_error();
  if (!key)
    throw NetworkError(
        file.string() +
        (is_asked ? ": the passphrase is wrong, or the file is damaged"
                  : ": is no private key, or one with a passphrase"));
  return key;
}

std::string fault_of(X509* certificate, X509* authority, Side side,
                     Validity validity) {
  const Store store(X509_STORE_new());
  const StoreContext context(X509_STORE_CTX_new());
  if (!store || !context || X509_STORE_add_cert(store.get(), authority) != 1 ||
      X509_STORE_CTX_init(context.get(), store.get(), certificate, nullptr) !=
          1)
    throw std::runtime_error("OpenSSL: a certificate can't be checked");
  X509_STORE_CTX_set_purpose(context.get(), side == Side::kServer
                                                ? X509_PURPOSE_SSL_SERVER
                                                : X509_PURPOSE_SSL_CLIENT);
  if (validity == Validity::kAnyTime)
    X509_STORE_CTX_set_flags(context.get(), X509_V_FLAG_NO_CHECK_TIME);
  if (X509_verify_cert(context.get()) == 1) return "";
  return X509_verify_cert_error_string(X509_STORE_CTX_get_error(context.get()));
}

Period period_of(const X509* certificate) {
  std::tm from{};
  std::tm until{};
  if (ASN1_TIME_to_tm(X509_get0_notBefore(certificate), &from) != 1 ||
      ASN1_TIME_to_tm(X509_get0_notAfter(certificate), &until) != 1)
    throw NetworkError("a certificate has no beginning or no end");
  return {timegm(&from), timegm(&until)};
}

}  // namespace pem

namespace {

/// Names the owner of an expired certificate: a chain's fault does not.
void require_not_expired(const Credentials& own, const fs::path& folder) {
  const std::int64_t now = std::time(nullptr);
  for (const DatedCertificate& each : dated_certificates(own, folder))
    if (each.until <= now) throw NetworkError(expiry_text(each, now));
}

Credentials read_credentials(const fs::path& folder, const std::string& name,
                             Side side) {
  const fs::path authority = folder / "ca.pem";
  const fs::path certificate = folder / (name + ".pem");
  const fs::path key = folder / (name + ".key");
  for (const fs::path& each : {folder, authority, certificate})
    require_unchanged_by_others(each);
  Credentials read{{pem::read_text(authority), pem::read_text(certificate),
                    pem::read_secret(key)},
                   name,
                   ""};
  const pem::Certificate ours =
      pem::parse_certificate(certificate, read.certificates.certificate);
  const openssl::Key secret = pem::parse_key(key, read.certificates.key);
  if (X509_check_private_key(ours.get(), secret.get()) != 1)
    throw NetworkError(key.string() + ": is not the key of " +
                       certificate.string());
  require_not_expired(read, folder);
  const std::string fault = pem::fault_of(
      ours.get(),
      pem::parse_certificate(authority, read.certificates.authority).get(),
      side);
  if (!fault.empty()) throw NetworkError(certificate.string() + ": " + fault);
  return read;
}

}  // namespace

Credentials read_server_credentials(const fs::path& folder) {
  if (!fs::exists(folder / "ca.pem"))
    throw NetworkError(folder.string() +
                       ": holds no ca.pem; fedltr ca init makes a CA, "
                       "--certificates names its folder");
  const fs::path tokens = folder / "tokens";
  require_unchanged_by_others(tokens);
  if (fs::is_directory(tokens))
    for (const auto& entry : fs::directory_iterator(tokens))
      require_unchanged_by_others(entry.path());
  Credentials read = read_credentials(folder, "server", Side::kServer);
  read.certificates.revoked = read_revoked(folder, read.certificates.authority);
  return read;
}

Credentials read_node_credentials(const fs::path& folder) {
  std::vector<std::string> names;
  if (fs::is_directory(folder))
    for (const auto& entry : fs::directory_iterator(folder))
      if (entry.path().extension() == ".token")
        names.push_back(entry.path().stem().string());
  if (!fs::is_directory(folder))
    throw NetworkError(folder.string() + ": there is no such folder");
  if (names.size() != 1)
    throw NetworkError(folder.string() +
                       ": expected one NAME.token, of fedltr "
                       "ca request NAME or ca issue NAME; it has " +
                       std::to_string(names.size()));
  Credentials read = read_credentials(folder, names[0], Side::kNode);
  read.token = trim(pem::read_secret(folder / (names[0] + ".token")));
  return read;
}

std::optional<bool> token_matches(const fs::path& folder,
                                  const std::string& name,
                                  const std::string& token) {
  if (!is_node_name(name)) return false;
  const fs::path tokens = folder / "tokens";
  const fs::path file = tokens / name;
  std::error_code problem;
  if (fs::status(file, problem).type() == fs::file_type::not_found &&
      fs::is_directory(tokens, problem))
    return false;
  try {
    require_unchanged_by_others(file);
  } catch (const NetworkError& error) {
    spdlog::warn("{} is kept out: {}", name, error.what());
    return std::nullopt;
  }
  std::ifstream stream(file);
  if (!stream) return std::nullopt;
  std::string known;
  std::getline(stream, known);
  if (stream.bad()) return std::nullopt;
  return known.size() == kDigestDigits && same_secret(known, digest_of(token));
}

bool knows_token(const fs::path& folder, const std::string& name,
                 const std::string& token) {
  return token_matches(folder, name, token) == true;
}

}  // namespace fedltr
