#include "app/deploy/certificate.hpp"

#include <array>
#include <cerrno>
#include <cstring>
#include <ctime>
#include <memory>

#include <fcntl.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/pkcs12.h>
#include <openssl/rand.h>
#include <openssl/x509.h>
#include <openssl/x509v3.h>
#include <spdlog/spdlog.h>
#include <sys/stat.h>
#include <unistd.h>

#include "algorithms/core/hexadecimal.hpp"
#include "algorithms/privacy/signature.hpp"
#include "app/base/errors.hpp"
#include "app/deploy/expiry.hpp"

namespace fedltr::pem {

namespace fs = std::filesystem;
using openssl::Freed;
using openssl::Key;

namespace {

using Bio = std::unique_ptr<BIO, Freed<BIO_free_all>>;
using Plain =
    std::unique_ptr<PKCS8_PRIV_KEY_INFO, Freed<PKCS8_PRIV_KEY_INFO_free>>;
using Enciphered = std::unique_ptr<X509_SIG, Freed<X509_SIG_free>>;
using Extension = std::unique_ptr<X509_EXTENSION, Freed<X509_EXTENSION_free>>;

constexpr long kDay = 24L * 60 * 60;
/// Tolerance, as clocks differ a little.
constexpr long kEarly = 60L * 60;

/// Writes a new file, which has its rights from the first moment.
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

template <class Write>
std::string text_of(const Write& write) {
  const Bio bio(BIO_new(BIO_s_mem()));
  succeeded(bio && write(bio.get()) == 1, "a PEM text can't be written");
  char* text = nullptr;
  const long size = BIO_get_mem_data(bio.get(), &text);
  return {text, static_cast<std::size_t>(size)};
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

/// Makes an unsigned certificate.
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
  // Expired certificates began long ago.
  const long from = days < 0 ? (days - 1) * kDay : -kEarly;
  X509_gmtime_adj(X509_getm_notBefore(made), from);
  X509_gmtime_adj(X509_getm_notAfter(made), days * kDay);
  X509_NAME* const subject = X509_get_subject_name(made);
  set_name(subject, name);
  X509_set_issuer_name(made, issuer ? X509_get_subject_name(issuer) : subject);
  X509_set_pubkey(made, key);
  return certificate;
}

void sign(X509* certificate, EVP_PKEY* key) {
  succeeded(X509_sign(certificate, key, EVP_sha256()) > 0,
            "a certificate can't be signed");
}

}  // namespace

void succeeded(bool well, const char* what) {
  if (!well) throw std::runtime_error(std::string("OpenSSL: ") + what);
}

void refuse_existing(const std::vector<fs::path>& files) {
  for (const fs::path& each : files)
    if (fs::exists(each))
      throw UsageError(each.string() +
                       ": exists already and is not overwritten");
}

void write_secret(const fs::path& file, const std::string& text) {
  write_new(file, text, S_IRUSR | S_IWUSR);
}

void write_public(const fs::path& file, const std::string& text) {
  write_new(file, text, S_IRUSR | S_IWUSR | S_IRGRP | S_IROTH);
}

std::string pem_of(X509* certificate) {
  return text_of(
      [&](BIO* out) { return PEM_write_bio_X509(out, certificate); });
}

std::string pem_of(X509_REQ* request) {
  return text_of(
      [&](BIO* out) { return PEM_write_bio_X509_REQ(out, request); });
}

std::string pem_of(X509_CRL* list) {
  return text_of([&](BIO* out) { return PEM_write_bio_X509_CRL(out, list); });
}

std::string pem_of(EVP_PKEY* key) {
  return text_of([&](BIO* out) {
    return PEM_write_bio_PKCS8PrivateKey(out, key, nullptr, nullptr, 0, nullptr,
                                         nullptr);
  });
}

std::string pem_of(EVP_PKEY* key, const std::string& passphrase) {
  // Maximum cost that OpenSSL decodes without a larger memory bound (32 MiB);
  // OWASP combines 2^14 with a parallelism of five.
  constexpr std::uint64_t kCost = 1 << 14;
  constexpr std::uint64_t kBlock = 8;
  constexpr std::uint64_t kParallel = 5;
  const Plain plain(EVP_PKEY2PKCS8(key));
  X509_ALGOR* const way = PKCS5_pbe2_set_scrypt(
      EVP_aes_256_cbc(), nullptr, 16, nullptr, kCost, kBlock, kParallel);
  succeeded(plain && way, "a key can't be enciphered");
  const Enciphered enciphered(
      PKCS8_set0_pbe(passphrase.data(), static_cast<int>(passphrase.size()),
                     plain.get(), way));
  if (!enciphered) X509_ALGOR_free(way);
  succeeded(enciphered != nullptr, "a key can't be enciphered");
  return text_of(
      [&](BIO* out) { return PEM_write_bio_PKCS8(out, enciphered.get()); });
}

Key make_key() {
  Key key(EVP_EC_gen("P-256"));
  succeeded(key != nullptr, "a key can't be made");
  return key;
}

void set_name(X509_NAME* subject, const std::string& name) {
  succeeded(
      X509_NAME_add_entry_by_txt(
          subject, "CN", MBSTRING_UTF8,
          reinterpret_cast<const unsigned char*>(name.c_str()), -1, -1, 0) == 1,
      "a name can't be set");
}

Issuer read_issuer(const fs::path& folder, const Passphrase& passphrase) {
  Issuer read;
  read.text = read_text(folder / "ca.pem");
  read.certificate = parse_certificate(folder / "ca.pem", read.text);
  read.key =
      parse_key(folder / "ca.key", read_secret(folder / "ca.key"), passphrase);
  if (X509_check_private_key(read.certificate.get(), read.key.get()) != 1)
    throw NetworkError((folder / "ca.key").string() + ": is not the key of " +
                       (folder / "ca.pem").string());
  const std::string expiry =
      expiry_text(dated_authority(folder, read.text), std::time(nullptr));
  if (!expiry.empty()) spdlog::warn(expiry);
  return read;
}

std::string certify(const std::string& name, EVP_PKEY* key,
                    const Issuer& issuer, Side side, int days) {
  X509* const authority = issuer.certificate.get();
  const Certificate made = make_certificate(name, key, authority, days);
  const auto add = [&](int kind, const std::string& text) {
    extend(made.get(), authority, kind, text);
  };
  add(NID_basic_constraints, "critical,CA:FALSE");
  add(NID_key_usage, "critical,digitalSignature");
  add(NID_ext_key_usage, side == Side::kServer ? "serverAuth" : "clientAuth");
  add(NID_subject_key_identifier, "hash");
  add(NID_authority_key_identifier, "keyid");
  add(NID_subject_alt_name, "DNS:" + name);
  sign(made.get(), issuer.key.get());
  return pem_of(made.get());
}

std::string fingerprint_of(EVP_PKEY* key) {
  const int size = i2d_PUBKEY(key, nullptr);
  succeeded(size > 0, "a key can't be written");
  std::string text(static_cast<std::size_t>(size), '\0');
  auto* at = reinterpret_cast<unsigned char*>(text.data());
  i2d_PUBKEY(key, &at);
  const std::string hash = digest_of(text);
  std::string groups;
  for (std::size_t i = 0; i < hash.size(); i += 4)
    groups += (i == 0 ? "" : " ") + hash.substr(i, 4);
  return groups;
}

std::string make_token() {
  std::array<unsigned char, 32> drawn{};
  succeeded(RAND_bytes(drawn.data(), drawn.size()) == 1, "no random numbers");
  return hexadecimal(drawn);
}

void make_own_folder(const fs::path& own) {
  fs::create_directory(own);
  fs::permissions(own, fs::perms::owner_all);
}

std::string certify_itself(EVP_PKEY* key) {
  const Certificate authority =
      make_certificate("fedltr CA", key, nullptr, kDaysOfAuthority);
  const auto add = [&](int kind, const std::string& text) {
    extend(authority.get(), authority.get(), kind, text);
  };
  add(NID_basic_constraints, "critical,CA:TRUE,pathlen:0");
  add(NID_key_usage, "critical,keyCertSign,cRLSign");
  add(NID_subject_key_identifier, "hash");
  sign(authority.get(), key);
  return pem_of(authority.get());
}

}  // namespace fedltr::pem
