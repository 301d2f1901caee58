#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "algorithms/privacy/openssl.hpp"
#include "app/deploy/authority.hpp"
#include "app/deploy/pem.hpp"

// Keys, certificates and their files, for the authority and for nodes that
// request certificates. Keys are of the curve P-256 and drawn by OpenSSL.
namespace fedltr::pem {

/// @throws std::runtime_error  naming what OpenSSL could not do, unless `well`
void succeeded(bool well, const char* what);

openssl::Key make_key();
/// Unencrypted.
std::string pem_of(EVP_PKEY* key);
/// Encrypted, PKCS #8: AES-256 under scrypt (RFC 7914) of the passphrase, 16
/// MiB and about 0.2 s for each guess.
std::string pem_of(EVP_PKEY* key, const std::string& passphrase);
std::string pem_of(X509* certificate);
std::string pem_of(X509_REQ* request);
std::string pem_of(X509_CRL* list);
/// SHA-256 of the public half (SubjectPublicKeyInfo), in groups of four digits,
/// for people to compare.
std::string fingerprint_of(EVP_PKEY* key);
/// Returns 32 random bytes from the system, in hexadecimal.
std::string make_token();

void set_name(X509_NAME* subject, const std::string& name);

/// The authority, as stored in its folder.
struct Issuer {
  std::string text;  ///< of ca.pem
  Certificate certificate;
  openssl::Key key;
};

/// @param passphrase  called if ca.key is encrypted
/// @throws NetworkError
Issuer read_issuer(const std::filesystem::path& folder,
                   const Passphrase& passphrase);

/// The authority's own certificate, self-signed, for kDaysOfAuthority.
std::string certify_itself(EVP_PKEY* key);

/// A certificate for one side of a connection.
/// @param key   its owner's; the public half is enough
/// @param days  negative: already expired, for tests
std::string certify(const std::string& name, EVP_PKEY* key,
                    const Issuer& issuer, Side side, int days);

/// Write new files, which have their rights from the first moment.
/// @throws UsageError  for a file that exists
void write_secret(const std::filesystem::path& file, const std::string& text);
void write_public(const std::filesystem::path& file, const std::string& text);
/// Makes a folder for its owner only.
void make_own_folder(const std::filesystem::path& folder);
/// Called before writing any file: half of a pair would not fit the other.
/// @throws UsageError  if one of the files exists
void refuse_existing(const std::vector<std::filesystem::path>& files);

}  // namespace fedltr::pem
