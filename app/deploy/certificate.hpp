#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "algorithms/privacy/openssl.hpp"
#include "app/deploy/authority.hpp"
#include "app/deploy/pem.hpp"

// Keys, certificates and their files, as the authority and who asks it make
// them. Keys are of the curve P-256 and drawn by OpenSSL.
namespace fedltr::pem {

/// @throws std::runtime_error  saying what OpenSSL could not do
void succeeded(bool well, const char* what);

openssl::Key make_key();
/// Not enciphered.
std::string pem_of(EVP_PKEY* key);
/// Enciphered, PKCS #8: AES-256 under scrypt (RFC 7914) of the passphrase, 16
/// MiB and about 0.2 s for each guess.
std::string pem_of(EVP_PKEY* key, const std::string& passphrase);
std::string pem_of(X509* certificate);
std::string pem_of(X509_REQ* request);
/// SHA-256 of the public half (SubjectPublicKeyInfo), in groups of four: for
/// people to compare.
std::string fingerprint_of(EVP_PKEY* key);
/// 32 bytes of the system's generator, hexadecimal.
std::string make_token();

void set_name(X509_NAME* subject, const std::string& name);

/// The authority, as it stands in its folder.
struct Issuer {
  std::string text;  ///< of ca.pem
  Certificate certificate;
  openssl::Key key;
};

/// @param passphrase  asked if ca.key is enciphered
/// @throws NetworkError
Issuer read_issuer(const std::filesystem::path& folder,
                   const Passphrase& passphrase);

/// The authority's own, signed by itself, for kDaysOfAuthority.
std::string certify_itself(EVP_PKEY* key);

/// A certificate for a side.
/// @param key   its owner's, of which the public half is enough
/// @param days  negative: it has expired, for tests
std::string certify(const std::string& name, EVP_PKEY* key,
                    const Issuer& issuer, Side side, int days);

/// New files, which have their rights from the first moment.
/// @throws UsageError  for one that is there
void write_secret(const std::filesystem::path& file, const std::string& text);
void write_public(const std::filesystem::path& file, const std::string& text);
/// A folder for its owner only.
void make_own_folder(const std::filesystem::path& folder);
/// Before anything is written: half of a pair would not fit the other.
/// @throws UsageError
void refuse_existing(const std::vector<std::filesystem::path>& files);

}  // namespace fedltr::pem
