#include "algorithms/privacy/sealed.hpp"

#include <algorithm>
#include <array>
#include <cstring>

#include "algorithms/core/require.hpp"
#include "algorithms/privacy/openssl.hpp"

namespace fedltr {
namespace {

constexpr std::size_t kNonceOfSeal = 12;
constexpr std::size_t kTagOfSeal = kSealBytes - kNonceOfSeal;

}  // namespace

std::array<std::uint8_t, 8> addresses(std::uint32_t from, std::uint32_t to) {
  std::array<std::uint8_t, 8> bytes{};
  for (std::size_t i = 0; i < 4; ++i) {
    bytes[i] = from >> 8 * i;
    bytes[4 + i] = to >> 8 * i;
  }
  return bytes;
}

std::vector<std::uint8_t> seal(std::span<const std::uint8_t> text,
                               const Secret& key,
                               std::span<const std::uint8_t> context,
                               const Bits& system) {
  require(static_cast<bool>(system), "a seal needs the system's generator");
  const std::array<std::uint64_t, 2> drawn = {system(), system()};
  std::vector<std::uint8_t> sealed(kSealBytes + text.size());
  std::memcpy(sealed.data(), drawn.data(), kNonceOfSeal);
  const openssl::CipherContext cipher(EVP_CIPHER_CTX_new());
  std::uint8_t* const body = sealed.data() + kNonceOfSeal;
  int size = 0;
  const bool done =
      EVP_EncryptInit_ex(cipher.get(), EVP_aes_256_gcm(), nullptr, key.data(),
                         sealed.data()) == 1 &&
      EVP_EncryptUpdate(cipher.get(), nullptr, &size, context.data(),
                        static_cast<int>(context.size())) == 1 &&
      EVP_EncryptUpdate(cipher.get(), body, &size, text.data(),
                        static_cast<int>(text.size())) == 1 &&
      EVP_EncryptFinal_ex(cipher.get(), body + size, &size) == 1 &&
      EVP_CIPHER_CTX_ctrl(cipher.get(), EVP_CTRL_GCM_GET_TAG, kTagOfSeal,
                          body + text.size()) == 1;
  openssl::succeeded(done, "AES-256-GCM failed");
  return sealed;
}

Checked<std::vector<std::uint8_t>> unseal(
    std::span<const std::uint8_t> sealed, const Secret& key,
    std::span<const std::uint8_t> context) {
  if (sealed.size() < kSealBytes)
    return {std::nullopt, "is too short for a seal"};
  std::vector<std::uint8_t> text(sealed.size() - kSealBytes);
  std::array<std::uint8_t, kTagOfSeal> tag{};
  std::ranges::copy(sealed.last(kTagOfSeal), tag.begin());
  const openssl::CipherContext cipher(EVP_CIPHER_CTX_new());
  int size = 0;
  const bool opened =
      EVP_DecryptInit_ex(cipher.get(), EVP_aes_256_gcm(), nullptr, key.data(),
                         sealed.data()) == 1 &&
      EVP_DecryptUpdate(cipher.get(), nullptr, &size, context.data(),
                        static_cast<int>(context.size())) == 1 &&
      EVP_DecryptUpdate(cipher.get(), text.data(), &size,
                        sealed.data() + kNonceOfSeal,
                        static_cast<int>(text.size())) == 1 &&
      EVP_CIPHER_CTX_ctrl(cipher.get(), EVP_CTRL_GCM_SET_TAG, kTagOfSeal,
                          tag.data()) == 1 &&
      EVP_DecryptFinal_ex(cipher.get(), text.data() + size, &size) == 1;
  if (!opened) {
    OPENSSL_cleanse(text.data(), text.size());
    return {std::nullopt, "is sealed with another key"};
  }
  return {std::move(text), {}};
}

}  // namespace fedltr
