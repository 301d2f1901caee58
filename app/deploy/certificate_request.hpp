#pragma once

#include <filesystem>
#include <string>

#include "algorithms/privacy/openssl.hpp"

// What a node sends its authority instead of a key: a PKCS #10 request with the
// SHA-256 of the node's token as its challenge password.
namespace fedltr::pem {

/// A request's text, signed by the key that it is for.
std::string make_request(const std::string& name, EVP_PKEY* key,
                         const std::string& token);

struct SignedRequest {
  std::string name;        ///< as asked for: to be checked
  std::string token_hash;  ///< SHA-256, hexadecimal
  openssl::Key key;        ///< the public half
};

/// @throws UsageError  for a file that is none, was changed, or is for a key of
///                     another kind
SignedRequest read_request(const std::filesystem::path& file);

}  // namespace fedltr::pem
