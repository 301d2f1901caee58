#include "app/deploy/revocation.hpp"

#include <cerrno>
#include <cstring>
#include <memory>
#include <stdexcept>

#include <fcntl.h>
#include <openssl/bn.h>
#include <openssl/err.h>
#include <openssl/pem.h>
#include <openssl/x509.h>
#include <openssl/x509v3.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "algorithms/data/lines.hpp"
#include "app/base/errors.hpp"
#include "app/base/files.hpp"
#include "app/deploy/authority.hpp"
#include "app/deploy/certificate.hpp"
#include "app/deploy/rights.hpp"

namespace fedltr {
namespace {

namespace fs = std::filesystem;

using RevocationList = std::unique_ptr<X509_CRL, openssl::Freed<X509_CRL_free>>;
using Revoked =
    std::unique_ptr<X509_REVOKED, openssl::Freed<X509_REVOKED_free>>;
using BigNumber = std::unique_ptr<BIGNUM, openssl::Freed<BN_free>>;
using Time = std::unique_ptr<ASN1_TIME, openssl::Freed<ASN1_TIME_free>>;
using MemoryBio = std::unique_ptr<BIO, openssl::Freed<BIO_free_all>>;

struct FreedText {
  void operator()(char* text) const { OPENSSL_free(text); }
};

constexpr const char* kList = "crl.pem";
constexpr const char* kLock = "crl.lock";

RevocationList parse_list(const fs::path& file, const std::string& text) {
  const MemoryBio bio(
      BIO_new_mem_buf(text.data(), static_cast<int>(text.size())));
  RevocationList list(
      PEM_read_bio_X509_CRL(bio.get(), nullptr, nullptr, nullptr));
  ERR_clear_error();
  if (!list)
    throw NetworkError(file.string() + ": is no list of revoked certificates");
  return list;
}

/// Reads a list that this authority has signed.
RevocationList verified_list(const fs::path& file, const std::string& text,
                             const fs::path& authority_file,
                             const std::string& authority) {
  RevocationList list = parse_list(file, text);
  const pem::Certificate signer =
      pem::parse_certificate(authority_file, authority);
  if (X509_CRL_verify(list.get(), X509_get0_pubkey(signer.get())) != 1) {
    ERR_clear_error();
    throw NetworkError(file.string() + ": is not signed by " +
                       authority_file.string());
  }
  return list;
}

std::string hexadecimal(const ASN1_INTEGER* number) {
  const BigNumber read(ASN1_INTEGER_to_BN(number, nullptr));
  const std::unique_ptr<char, FreedText> text(read ? BN_bn2hex(read.get())
                                                   : nullptr);
  pem::succeeded(text != nullptr, "a certificate's number can't be read");
  return std::string("0x") + text.get();
}

RevocationList new_list(X509* authority) {
  RevocationList list(X509_CRL_new());
  pem::succeeded(
      list && X509_CRL_set_version(list.get(), X509_CRL_VERSION_2) == 1 &&
          X509_CRL_set_issuer_name(list.get(),
                                   X509_get_subject_name(authority)) == 1,
      "a list of revoked certificates can't be made");
  return list;
}

/// Dates the list: until the authority's own expiry; from a little earlier than
/// now, as clocks differ.
void date(X509_CRL* list, const X509* authority) {
  constexpr long kEarly = 60L * 60;
  const Time from(X509_gmtime_adj(nullptr, -kEarly));
  pem::succeeded(
      from && X509_CRL_set1_lastUpdate(list, from.get()) == 1 &&
          X509_CRL_set1_nextUpdate(list, X509_get0_notAfter(authority)) == 1,
      "a list of revoked certificates can't be dated");
}

void add_to(X509_CRL* list, X509* certificate) {
  Revoked entry(X509_REVOKED_new());
  const Time now(X509_gmtime_adj(nullptr, 0));
  pem::succeeded(
      entry && now &&
          X509_REVOKED_set_serialNumber(
              entry.get(), X509_get_serialNumber(certificate)) == 1 &&
          X509_REVOKED_set_revocationDate(entry.get(), now.get()) == 1 &&
          X509_CRL_add0_revoked(list, entry.get()) == 1,
      "a certificate can't be revoked");
  (void)entry.release();  // owned by the list now
}

bool is_on(X509_CRL* list, X509* certificate) {
  X509_REVOKED* found = nullptr;
  return X509_CRL_get0_by_cert(list, &found, certificate) == 1;
}

/// Reads a certificate, which must have that name and be of this authority.
pem::Certificate certificate_of(const fs::path& file, const std::string& name,
                                const pem::Issuer& issuer) {
  pem::Certificate read = pem::parse_certificate(file, pem::read_text(file));
  if (X509_verify(read.get(), issuer.key.get()) != 1) {
    ERR_clear_error();
    throw UsageError(file.string() + ": is not of this authority");
  }
  if (X509_check_host(read.get(), name.data(), name.size(), 0, nullptr) != 1)
    throw UsageError(file.string() + ": is not the certificate of " +
                     in_quotes(name));
  return read;
}

/// Locks the list against another `ca revoke` (flock(2)): of two that read it
/// at the same time, one would overwrite the other's entry. Uses a file of its
/// own, open for writing, as NFS requires.
class Held {
 public:
  explicit Held(const fs::path& folder)
      : descriptor_(open((folder / kLock).c_str(),
                         O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC,
                         S_IRUSR | S_IWUSR)) {
    int result = 0;
    do {
      result = flock(descriptor_, LOCK_EX);
    } while (result != 0 && errno == EINTR);
    if (result == 0) return;
    const std::string why = std::strerror(errno);
    if (descriptor_ >= 0) close(descriptor_);
    throw std::runtime_error((folder / kLock).string() +
                             ": can't be locked: " + why);
  }
  ~Held() { close(descriptor_); }
  Held(const Held&) = delete;
  Held& operator=(const Held&) = delete;

 private:
  int descriptor_;
};

RevocationList list_in(const fs::path& folder, X509* authority) {
  const std::string text = read_revoked(folder, pem::pem_of(authority));
  return text.empty() ? new_list(authority) : parse_list(folder / kList, text);
}

}  // namespace

std::string read_revoked(const fs::path& folder, const std::string& authority) {
  const fs::path file = folder / kList;
  if (!fs::exists(file)) return "";
  require_unchanged_by_others(file);
  std::string text = pem::read_text(file);
  verified_list(file, text, folder / "ca.pem", authority);
  return text;
}

std::set<std::string> revoked_numbers(const std::string& list,
                                      const std::string& authority) {
  const RevocationList read = verified_list(kList, list, "ca.pem", authority);
  std::set<std::string> numbers;
  STACK_OF(X509_REVOKED)* const entries = X509_CRL_get_REVOKED(read.get());
  for (int i = 0; i < sk_X509_REVOKED_num(entries); ++i)
    numbers.insert(hexadecimal(
        X509_REVOKED_get0_serialNumber(sk_X509_REVOKED_value(entries, i))));
  return numbers;
}

std::string number_of(X509* certificate) {
  return hexadecimal(X509_get_serialNumber(certificate));
}

std::size_t revoke_certificate(const fs::path& folder, const std::string& name,
                               const fs::path& certificate,
                               const Passphrase& passphrase) {
  if (!is_node_name(name) || name == "server")
    throw UsageError(in_quotes(name) + ": expected the name of a node");
  const pem::Issuer issuer = pem::read_issuer(folder, passphrase);
  X509* const authority = issuer.certificate.get();
  const fs::path file =
      certificate.empty() ? folder / name / (name + ".pem") : certificate;
  if (certificate.empty() && !fs::exists(file)) {
    const bool had_token = fs::remove(folder / "tokens" / name);
    throw UsageError(file.string() + ": is not there; " +
                     (had_token ? "its token is deleted, for the rest " : "") +
                     "name the file of the certificate: fedltr ca revoke " +
                     name + " --certificate FILE");
  }
  const pem::Certificate revoked = certificate_of(file, name, issuer);
  // First, as a running server checks the token, and the list may be damaged.
  fs::remove(folder / "tokens" / name);
  const Held held(folder);
  const RevocationList list = list_in(folder, authority);
  if (!is_on(list.get(), revoked.get())) add_to(list.get(), revoked.get());
  date(list.get(), authority);
  X509_CRL_sort(list.get());
  pem::succeeded(X509_CRL_sign(list.get(), issuer.key.get(), EVP_sha256()) > 0,
                 "a list of revoked certificates can't be signed");
  write_whole(folder / kList, pem::pem_of(list.get()));
  sync_folder(folder);
  if (fs::exists(folder / "tokens")) sync_folder(folder / "tokens");
  return static_cast<std::size_t>(
      sk_X509_REVOKED_num(X509_CRL_get_REVOKED(list.get())));
}

}  // namespace fedltr
