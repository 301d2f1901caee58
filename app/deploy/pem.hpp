#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>

#include <openssl/evp.h>
#include <openssl/x509.h>

#include "actors/link/channel.hpp"
#include "algorithms/privacy/openssl.hpp"
#include "app/deploy/passphrase.hpp"

// Reads and checks keys and certificates, for both ends of a connection and for
// the authority.
namespace fedltr::pem {

using Certificate = std::unique_ptr<X509, openssl::Freed<X509_free>>;

/// Reads a small file. @throws NetworkError  naming it
std::string read_text(const std::filesystem::path& file);
/// Reads a file that only its owner may read.
std::string read_secret(const std::filesystem::path& file);

/// @param file  for the message
/// @throws NetworkError
Certificate parse_certificate(const std::filesystem::path& file,
                              const std::string& text);
/// @param passphrase  called if the key is encrypted
openssl::Key parse_key(const std::filesystem::path& file,
                       const std::string& text,
                       const Passphrase& passphrase = {});

enum class Validity : bool { kNow, kAnyTime };

/// Checks a certificate against the authority's.
/// @param side  that it is for
/// @return      the fault; empty if it is valid
std::string fault_of(X509* certificate, X509* authority, Side side,
                     Validity validity = Validity::kNow);

/// A certificate's validity, in seconds since 1970.
struct Period {
  std::int64_t from = 0;
  std::int64_t until = 0;
};
Period period_of(const X509* certificate);

}  // namespace fedltr::pem
