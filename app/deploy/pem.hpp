#pragma once

#include <filesystem>
#include <memory>
#include <string>

#include <openssl/evp.h>
#include <openssl/x509.h>

#include "algorithms/privacy/openssl.hpp"
#include "app/deploy/passphrase.hpp"

// What those who make certificates and those who check them share.
namespace fedltr::pem {

using Certificate = std::unique_ptr<X509, openssl::Freed<X509_free>>;

/// Reads a small file. @throws NetworkError  naming it
std::string read_text(const std::filesystem::path& file);
/// Reads one that nobody else may read.
std::string read_secret(const std::filesystem::path& file);

/// @param file  for the message
/// @throws NetworkError
Certificate parse_certificate(const std::filesystem::path& file,
                              const std::string& text);
/// @param passphrase  asked if the key is enciphered
openssl::Key parse_key(const std::filesystem::path& file,
                       const std::string& text,
                       const Passphrase& passphrase = {});

/// Lower-case hexadecimal.
std::string sha256(const std::string& text);

}  // namespace fedltr::pem
