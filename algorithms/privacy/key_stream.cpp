#include "algorithms/privacy/key_stream.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <string>

#include <openssl/core_names.h>
#include <openssl/crypto.h>

#include "algorithms/core/require.hpp"
#include "algorithms/privacy/openssl.hpp"

namespace fedltr {

static_assert(std::endian::native == std::endian::little);

struct KeyStream::State {
  openssl::CipherContext cipher{EVP_CIPHER_CTX_new()};
  std::array<std::uint64_t, 64> block{};
  std::size_t used = 64;

  State() = default;
  ~State() { OPENSSL_cleanse(block.data(), sizeof block); }
  State(const State&) = delete;
  State& operator=(const State&) = delete;

  void generate(std::span<std::uint64_t> numbers) const;
};

void KeyStream::State::generate(std::span<std::uint64_t> numbers) const {
  // Enciphers zeros in place, which writes the stream itself.
  constexpr std::size_t kMost = 1 << 20;
  while (!numbers.empty()) {
    const auto part = numbers.first(std::min(kMost, numbers.size()));
    std::memset(part.data(), 0, part.size_bytes());
    auto* bytes = reinterpret_cast<unsigned char*>(part.data());
    int written = 0;
    openssl::succeeded(EVP_EncryptUpdate(cipher.get(), bytes, &written, bytes,
                                         part.size_bytes()),
                       "no key stream");
    numbers = numbers.subspan(part.size());
  }
}

namespace {

/// Prefixes the label's length where label and context are joined; no label
/// starts with a zero byte, so a label alone is never read as a pair.
std::string info_of(std::string_view label,
                    std::span<const std::uint8_t> context) {
  require(!label.empty() && label.size() < 256 && label.front() != '\0',
          "a label of 1 to 255 bytes that does not begin with a zero");
  std::string info;
  if (!context.empty()) info = {'\0', static_cast<char>(label.size())};
  info += label;
  info.append(context.begin(), context.end());
  return info;
}

}  // namespace

Secret derive_secret(const Secret& secret, std::string_view label,
                     std::span<const std::uint8_t> context) {
  // libcrypto takes longer to look up an algorithm than to run it.
  static const openssl::Kdf hkdf(EVP_KDF_fetch(nullptr, "HKDF", nullptr));
  const openssl::KdfContext run(EVP_KDF_CTX_new(hkdf.get()));
  std::string info = info_of(label, context);
  std::string digest = "SHA256";
  Secret key = secret;
  const std::array<OSSL_PARAM, 4> parameters{
      OSSL_PARAM_construct_utf8_string(OSSL_KDF_PARAM_DIGEST, digest.data(), 0),
      OSSL_PARAM_construct_octet_string(OSSL_KDF_PARAM_KEY, key.data(),
                                        key.size()),
      OSSL_PARAM_construct_octet_string(OSSL_KDF_PARAM_INFO, info.data(),
                                        info.size()),
      OSSL_PARAM_construct_end()};
  Secret derived{};
  const int done = EVP_KDF_derive(run.get(), derived.data(), derived.size(),
                                  parameters.data());
  OPENSSL_cleanse(key.data(), key.size());
  openssl::succeeded(done, "HKDF failed");
  return derived;
}

KeyStream::KeyStream(const Secret& key, std::uint64_t nonce)
    : state_(std::make_unique<State>()) {
  static const openssl::Cipher chacha(
      EVP_CIPHER_fetch(nullptr, "ChaCha20", nullptr));
  // Four bytes of block counter and four zeros, then the nonce.
  std::array<unsigned char, 16> start{};
  std::memcpy(start.data() + 8, &nonce, sizeof nonce);
  openssl::succeeded(EVP_EncryptInit_ex(state_->cipher.get(), chacha.get(),
                                        nullptr, key.data(), start.data()),
                     "no ChaCha20");
}

KeyStream::~KeyStream() = default;
KeyStream::KeyStream(KeyStream&&) noexcept = default;
KeyStream& KeyStream::operator=(KeyStream&&) noexcept = default;

void KeyStream::fill(std::span<std::uint64_t> numbers) {
  const std::size_t ready =
      std::min(numbers.size(), state_->block.size() - state_->used);
  std::copy_n(state_->block.begin() + state_->used, ready, numbers.begin());
  state_->used += ready;
  state_->generate(numbers.subspan(ready));
}

std::uint64_t KeyStream::operator()() {
  if (state_->used == state_->block.size()) {
    state_->generate(state_->block);
    state_->used = 0;
  }
  return state_->block[state_->used++];
}

}  // namespace fedltr
