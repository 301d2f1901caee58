#include "algorithms/privacy/key_stream.hpp"

#include <algorithm>
#include <bit>
#include <cstring>

#include <openssl/core_names.h>

#include "algorithms/privacy/openssl.hpp"

namespace fedltr {

static_assert(std::endian::native == std::endian::little);

struct KeyStream::State {
  openssl::CipherContext cipher{EVP_CIPHER_CTX_new()};
  std::array<std::uint64_t, 64> block{};
  std::size_t used = 64;

  void generate(std::span<std::uint64_t> numbers) const;
};

void KeyStream::State::generate(std::span<std::uint64_t> numbers) const {
  // Enciphering zeros in place writes the stream itself.
  constexpr std::size_t kMost = 1 << 20;
  while (!numbers.empty()) {
    const auto part = numbers.first(std::min(kMost, numbers.size()));
    std::memset(part.data(), 0, part.size_bytes());
    auto* bytes = reinterpret_cast<unsigned char*>(part.data());
    int written = 0;
    openssl::succeeded(EVP_EncryptUpdate(cipher.get(), bytes, &written, bytes,
                                         static_cast<int>(part.size_bytes())),
                       "no key stream");
    numbers = numbers.subspan(part.size());
  }
}

Secret derive_secret(const Secret& secret, std::string_view label,
                     std::span<const std::uint8_t> context) {
  const openssl::KeyContext hkdf(EVP_PKEY_CTX_new_id(EVP_PKEY_HKDF, nullptr));
  Secret derived{};
  std::size_t size = derived.size();
  const auto* name = reinterpret_cast<const unsigned char*>(label.data());
  const bool done =
      hkdf && EVP_PKEY_derive_init(hkdf.get()) == 1 &&
      EVP_PKEY_CTX_set_hkdf_md(hkdf.get(), EVP_sha256()) == 1 &&
      EVP_PKEY_CTX_set1_hkdf_key(hkdf.get(), secret.data(),
                                 static_cast<int>(secret.size())) == 1 &&
      EVP_PKEY_CTX_add1_hkdf_info(hkdf.get(), name,
                                  static_cast<int>(label.size())) == 1 &&
      (context.empty() ||
       EVP_PKEY_CTX_add1_hkdf_info(hkdf.get(), context.data(),
                                   static_cast<int>(context.size())) == 1) &&
      EVP_PKEY_derive(hkdf.get(), derived.data(), &size) == 1;
  openssl::succeeded(done && size == derived.size(), "HKDF failed");
  return derived;
}

KeyStream::KeyStream(const Secret& key, std::uint64_t nonce)
    : state_(std::make_unique<State>()) {
  // Four bytes of block counter, then the nonce.
  std::array<unsigned char, 16> start{};
  std::memcpy(start.data() + 8, &nonce, sizeof nonce);
  openssl::succeeded(EVP_EncryptInit_ex(state_->cipher.get(), EVP_chacha20(),
                                        nullptr, key.data(), start.data()),
                     "no ChaCha20");
}

KeyStream::~KeyStream() = default;
KeyStream::KeyStream(KeyStream&&) noexcept = default;
KeyStream& KeyStream::operator=(KeyStream&&) noexcept = default;

void KeyStream::fill(std::span<std::uint64_t> numbers) {
  const std::size_t ready =
      std::min(numbers.size(), state_->block.size() - state_->used);
  std::copy_n(state_->block.begin() + static_cast<std::ptrdiff_t>(state_->used),
              ready, numbers.begin());
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
