#include "algorithms/privacy/signature.hpp"

#include <array>
#include <stdexcept>

#include <openssl/err.h>
#include <openssl/x509.h>

#include "algorithms/core/hexadecimal.hpp"
#include "algorithms/privacy/openssl.hpp"

namespace fedltr {
namespace {

const unsigned char* bytes_of(std::string_view text) {
  return reinterpret_cast<const unsigned char*>(text.data());
}

using Signing = std::unique_ptr<EVP_MD_CTX, openssl::Freed<EVP_MD_CTX_free>>;

}  // namespace

std::array<std::uint8_t, kDigestDigits / 2> sha256_of(std::string_view bytes) {
  static const openssl::Digest sha(EVP_MD_fetch(nullptr, "SHA256", nullptr));
  std::array<std::uint8_t, kDigestDigits / 2> digest{};
  openssl::succeeded(EVP_Digest(bytes.data(), bytes.size(), digest.data(),
                                nullptr, sha.get(), nullptr),
                     "SHA-256 failed");
  return digest;
}

std::string digest_of(std::string_view bytes) {
  return hexadecimal(sha256_of(bytes));
}

SignatureKey SignatureKey::of_seed(const Secret& seed) {
  std::shared_ptr<EVP_PKEY> key(
      EVP_PKEY_new_raw_private_key(EVP_PKEY_ED25519, nullptr, seed.data(),
                                   seed.size()),
      EVP_PKEY_free);
  if (!key) throw std::runtime_error("no Ed25519 key");
  return SignatureKey(std::move(key));
}

SignatureKey SignatureKey::of_public(std::string_view bytes) {
  const unsigned char* at = bytes_of(bytes);
  std::shared_ptr<EVP_PKEY> key(
      d2i_PUBKEY(nullptr, &at, static_cast<long>(bytes.size())), EVP_PKEY_free);
  ERR_clear_error();
  if (!key || at != bytes_of(bytes) + bytes.size())
    throw std::invalid_argument("no public key");
  return SignatureKey(std::move(key));
}

std::string SignatureKey::public_half() const {
  const int size = i2d_PUBKEY(key_.get(), nullptr);
  if (size <= 0) throw std::runtime_error("a public key can't be written");
  std::string bytes(static_cast<std::size_t>(size), '\0');
  auto* at = reinterpret_cast<unsigned char*>(bytes.data());
  i2d_PUBKEY(key_.get(), &at);
  return bytes;
}

std::string SignatureKey::sign(std::string_view text) const {
  const Signing context(EVP_MD_CTX_new());
  std::size_t size = 0;
  std::string signature;
  // The digest is the default of the key's kind.
  const bool begun = context &&
                     EVP_DigestSignInit(context.get(), nullptr, nullptr,
                                        nullptr, key_.get()) == 1 &&
                     EVP_DigestSign(context.get(), nullptr, &size,
                                    bytes_of(text), text.size()) == 1;
  if (begun) signature.resize(size);
  openssl::succeeded(
      begun ? EVP_DigestSign(context.get(),
                             reinterpret_cast<unsigned char*>(signature.data()),
                             &size, bytes_of(text), text.size())
            : 0,
      "a key can't sign");
  signature.resize(size);
  return signature;
}

bool SignatureKey::verifies(std::string_view text,
                            std::string_view signature) const {
  const Signing context(EVP_MD_CTX_new());
  const bool valid =
      context &&
      EVP_DigestVerifyInit(context.get(), nullptr, nullptr, nullptr,
                           key_.get()) == 1 &&
      EVP_DigestVerify(context.get(), bytes_of(signature), signature.size(),
                       bytes_of(text), text.size()) == 1;
  ERR_clear_error();
  return valid;
}

}  // namespace fedltr
