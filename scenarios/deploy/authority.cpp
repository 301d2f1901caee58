#include "scenarios/deploy/authority.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <memory>
#include <vector>

#include <fcntl.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/rand.h>
#include <openssl/x509.h>
#include <openssl/x509v3.h>
#include <sys/stat.h>
#include <unistd.h>

#include "algorithms/core/hexadecimal.hpp"
#include "algorithms/privacy/openssl.hpp"
#include "scenarios/base/errors.hpp"
#include "scenarios/deploy/pem.hpp"

namespace fedltr {
namespace {

namespace fs = std::filesystem;
using openssl::Freed;
using Bio = std::unique_ptr<BIO, Freed<BIO_free_all>>;
using pem::Certificate;
using Extension = std::unique_ptr<X509_EXTENSION, Freed<X509_EXTENSION_free>>;

constexpr const char* kServer = "server";
constexpr long kDay = 24L * 60 * 60;
/// Clocks differ a little.
constexpr long kEarly = 60L * 60;

void succeeded(bool well, const char* what) {
  if (!well) throw std::runtime_error(std::string("OpenSSL: ") + what);
}

/// A new file, with its rights from the first moment.
void write_new(const fs::path& file, const std::string& text, mode_t mode) {
  const int handle =
      open(file.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode);
  bool well = handle >= 0;
  for (std::size_t done = 0; well && done < text.size();) {
    const ssize_t count = write(handle, text.data() + done, text.size() - done);
    well = count > 0;
    if (well) done += static_cast<std::size_t>(count);
  }
  const int error = errno;
  if (handle >= 0) close(handle);
  if (handle >= 0 && !well) unlink(file.c_str());
  if (!well)
    throw UsageError(file.string() + ": " + std::strerror(error) +
                     (error == EEXIST ? ", and is not overwritten" : ""));
}

/// Before anything is written: half of a pair would not fit the other.
void refuse_existing(const std::vector<fs::path>& files) {
  for (const fs::path& each : files)
    if (fs::exists(each))
      throw UsageError(each.string() +
                       ": is there already, and not overwritten");
}

void write_secret(const fs::path& file, const std::string& text) {
  write_new(file, text, S_IRUSR | S_IWUSR);
}

void write_public(const fs::path& file, const std::string& text) {
  write_new(file, text, S_IRUSR | S_IWUSR | S_IRGRP | S_IROTH);
}

template <class Write>
std::string text_of(const Write& write) {
  const Bio bio(BIO_new(BIO_s_mem()));
  succeeded(bio && write(bio.get()) == 1, "a PEM text can't be written");
  char* text = nullptr;
  const long size = BIO_get_mem_data(bio.get(), &text);
  return {text, static_cast<std::size_t>(size)};
}

std::string pem_of(X509* certificate) {
  return text_of(
      [&](BIO* out) { return PEM_write_bio_X509(out, certificate); });
}

std::string pem_of(EVP_PKEY* key) {
  return text_of([&](BIO* out) {
    return PEM_write_bio_PKCS8PrivateKey(out, key, nullptr, nullptr, 0, nullptr,
                                         nullptr);
  });
}

openssl::Key make_key() {
  openssl::Key key(EVP_EC_gen("P-256"));
  succeeded(key != nullptr, "a key can't be made");
  return key;
}

void extend(X509* certificate, X509* issuer, int kind,
            const std::string& text) {
  X509V3_CTX context;
  X509V3_set_ctx_nodb(&context);
  X509V3_set_ctx(&context, issuer, certificate, nullptr, nullptr, 0);
  const Extension extension(
      X509V3_EXT_conf_nid(nullptr, &context, kind, text.c_str()));
  succeeded(extension && X509_add_ext(certificate, extension.get(), -1) == 1,
            "an extension can't be added");
}

/// Not yet signed.
Certificate make_certificate(const std::string& name, EVP_PKEY* key,
                             const X509* issuer, int days) {
  Certificate certificate(X509_new());
  X509* const made = certificate.get();
  succeeded(made && X509_set_version(made, X509_VERSION_3) == 1,
            "a certificate can't be made");
  std::array<unsigned char, 16> serial{};
  succeeded(RAND_bytes(serial.data(), serial.size()) == 1, "no random numbers");
  // Positive, and without a zero in front, which DER does not allow.
  serial[0] = static_cast<unsigned char>((serial[0] & 0x3f) | 0x40);
  ASN1_STRING_set(X509_get_serialNumber(made), serial.data(), serial.size());
  // Expired ones began long ago.
  const long from = days < 0 ? (days - 1) * kDay : -kEarly;
  X509_gmtime_adj(X509_getm_notBefore(made), from);
  X509_gmtime_adj(X509_getm_notAfter(made), days * kDay);
  X509_NAME* const subject = X509_get_subject_name(made);
  succeeded(
      X509_NAME_add_entry_by_txt(
          subject, "CN", MBSTRING_UTF8,
          reinterpret_cast<const unsigned char*>(name.c_str()), -1, -1, 0) == 1,
      "a name can't be set");
  X509_set_issuer_name(made, issuer ? X509_get_subject_name(issuer) : subject);
  X509_set_pubkey(made, key);
  return certificate;
}

void sign(X509* certificate, EVP_PKEY* key) {
  succeeded(X509_sign(certificate, key, EVP_sha256()) > 0,
            "a certificate can't be signed");
}

/// Certificate and key for a side, with what was signed.
struct Signed {
  std::string certificate;
  std::string key;
};

Signed make_signed(const std::string& name, X509* issuer, EVP_PKEY* issuer_key,
                   Side side, int days) {
  const openssl::Key key = make_key();
  const Certificate made = make_certificate(name, key.get(), issuer, days);
  const auto add = [&](int kind, const std::string& text) {
    extend(made.get(), issuer, kind, text);
  };
  add(NID_basic_constraints, "critical,CA:FALSE");
  add(NID_key_usage, "critical,digitalSignature");
  add(NID_ext_key_usage, side == Side::kServer ? "serverAuth" : "clientAuth");
  add(NID_subject_key_identifier, "hash");
  add(NID_authority_key_identifier, "keyid");
  add(NID_subject_alt_name, "DNS:" + name);
  sign(made.get(), issuer_key);
  return {pem_of(made.get()), pem_of(key.get())};
}

std::string make_token() {
  std::array<unsigned char, 32> drawn{};
  succeeded(RAND_bytes(drawn.data(), drawn.size()) == 1, "no random numbers");
  return hexadecimal(drawn);
}

}  // namespace

bool is_node_name(const std::string& name) {
  constexpr const char* kAllowed =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.-_";
  return !name.empty() && name.size() <= 64 && name.front() != '.' &&
         name.front() != '-' &&
         name.find_first_not_of(kAllowed) == std::string::npos;
}

void init_authority(const fs::path& folder) {
  if (fs::exists(folder / "ca.pem") || fs::exists(folder / "ca.key"))
    throw UsageError(folder.string() +
                     ": holds a CA already, which is not overwritten");
  // A folder that was there keeps its rights; secrets in it have their own.
  const bool fresh = !fs::exists(folder);
  fs::create_directories(folder / "tokens");
  fs::permissions(folder / "tokens", fs::perms::owner_all);
  if (fresh) fs::permissions(folder, fs::perms::owner_all);
  const openssl::Key key = make_key();
  const Certificate authority =
      make_certificate("fedltr CA", key.get(), nullptr, kDaysOfAuthority);
  const auto add = [&](int kind, const std::string& text) {
    extend(authority.get(), authority.get(), kind, text);
  };
  add(NID_basic_constraints, "critical,CA:TRUE,pathlen:0");
  add(NID_key_usage, "critical,keyCertSign,cRLSign");
  add(NID_subject_key_identifier, "hash");
  sign(authority.get(), key.get());
  write_secret(folder / "ca.key", pem_of(key.get()));
  write_public(folder / "ca.pem", pem_of(authority.get()));
  issue_certificate(folder, kServer);
}

fs::path issue_certificate(const fs::path& folder, const std::string& name,
                           int days) {
  if (!is_node_name(name) || name == "ca" || name == "tokens")
    throw UsageError("'" + name +
                     "': expected a name of letters, digits, '.', '-' and "
                     "'_', other than ca and tokens");
  const std::string authority_text = pem::read_text(folder / "ca.pem");
  const Certificate authority =
      pem::parse_certificate(folder / "ca.pem", authority_text);
  const openssl::Key key =
      pem::parse_key(folder / "ca.key", pem::read_secret(folder / "ca.key"));
  if (X509_check_private_key(authority.get(), key.get()) != 1)
    throw NetworkError((folder / "ca.key").string() + ": is not the key of " +
                       (folder / "ca.pem").string());
  const bool is_server = name == kServer;
  const Signed made =
      make_signed(name, authority.get(), key.get(),
                  is_server ? Side::kServer : Side::kNode, days);
  if (is_server) {
    refuse_existing({folder / "server.key", folder / "server.pem"});
    write_secret(folder / "server.key", made.key);
    write_public(folder / "server.pem", made.certificate);
    return folder;
  }
  fs::path own = folder / name;
  refuse_existing({own, folder / "tokens" / name});
  const std::string token = make_token();
  fs::create_directory(own);
  fs::permissions(own, fs::perms::owner_all);
  write_public(own / "ca.pem", authority_text);
  write_secret(own / (name + ".key"), made.key);
  write_public(own / (name + ".pem"), made.certificate);
  write_secret(own / (name + ".token"), token + "\n");
  fs::create_directories(folder / "tokens");
  write_secret(folder / "tokens" / name, pem::sha256(token) + "\n");
  return own;
}

}  // namespace fedltr
