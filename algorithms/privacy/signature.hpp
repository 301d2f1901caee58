#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "algorithms/privacy/key_stream.hpp"

struct evp_pkey_st;  // OpenSSL's EVP_PKEY

namespace fedltr {

inline constexpr std::size_t kDigestDigits = 64;

/// Returns the SHA-256.
std::array<std::uint8_t, kDigestDigits / 2> sha256_of(std::string_view bytes);
/// Returns the same in hexadecimal, kDigestDigits.
std::string digest_of(std::string_view bytes);

/// A key that signs texts, or its public half, which verifies signatures: of
/// the kind that a certificate has (ECDSA with SHA-256 on P-256, or another of
/// OpenSSL's defaults), or Ed25519 in a rehearsal.
class SignatureKey {
 public:
  explicit SignatureKey(std::shared_ptr<evp_pkey_st> key)
      : key_(std::move(key)) {}
  /// Returns the Ed25519 key (RFC 8032) of a seed.
  static SignatureKey of_seed(const Secret& seed);
  /// @param bytes  as public_half()
  /// @throws std::invalid_argument  if it is none
  static SignatureKey of_public(std::string_view bytes);

  /// SubjectPublicKeyInfo, DER.
  std::string public_half() const;
  /// @note not of a public half
  std::string sign(std::string_view text) const;
  /// True if the other half made this signature of the text.
  bool verifies(std::string_view text, std::string_view signature) const;

 private:
  std::shared_ptr<evp_pkey_st> key_;
};

}  // namespace fedltr
