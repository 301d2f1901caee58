#pragma once

#include <filesystem>
#include <string>

#include "algorithms/privacy/openssl.hpp"

// A node's request to its authority, sent instead of a key: PKCS #10, with the
// SHA-256 of the node's token as its challenge password.
namespace fedltr::pem {

/// Text of a request, signed with the key to certify.
std::string make_request(const std::string& name, EVP_PKEY* key,
                         const std::string& token);

struct SignedRequest {
  std::string name;        ///< as requested: to be checked
  std::string token_hash;  ///< SHA-256, hexadecimal
  openssl::Key key;        ///< the public half
};

/// @throws UsageError  for a file that is no request, was changed, or has a key
///                     of another kind
SignedRequest read_request(const std::filesystem::path& file);

}  // namespace fedltr::pem
