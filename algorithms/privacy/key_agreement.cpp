#include "algorithms/privacy/key_agreement.hpp"

#include <algorithm>
#include <cstring>
#include <set>

#include "algorithms/core/hexadecimal.hpp"
#include "algorithms/core/require.hpp"
#include "algorithms/privacy/openssl.hpp"
#include "algorithms/privacy/sealed.hpp"
#include "algorithms/privacy/signature.hpp"

namespace fedltr {
namespace {

constexpr std::size_t kWrapped = kSealBytes + sizeof(Secret);

template <std::size_t kSize>
std::array<std::uint8_t, kSize> random_bytes(const Bits& system) {
  require(static_cast<bool>(system), "keys need the system's generator");
  std::array<std::uint8_t, kSize> bytes{};
  for (std::size_t i = 0; i < kSize; i += 8) {
    const std::uint64_t drawn = system();
    std::memcpy(bytes.data() + i, &drawn, std::min<std::size_t>(8, kSize - i));
  }
  return bytes;
}

Secret wrapping_key(const Secret& pair) {
  return derive_secret(pair, "fedltr wrapping of keys");
}

template <class T>
Checked<T> refused(std::string why) {
  return {std::nullopt, std::move(why)};
}

}  // namespace

struct KeyPair::State {
  openssl::Key key;
  openssl::KeyContext agreement;
  openssl::Key peer;  ///< replaced by the key of each other party
};

KeyPair::KeyPair(const Bits& system) : state_(std::make_unique<State>()) {
  Secret secret = random_secret(system);
  state_->key.reset(EVP_PKEY_new_raw_private_key(EVP_PKEY_X25519, nullptr,
                                                 secret.data(), secret.size()));
  OPENSSL_cleanse(secret.data(), secret.size());
  std::size_t size = public_key_.size();
  state_->agreement.reset(EVP_PKEY_CTX_new(state_->key.get(), nullptr));
  openssl::succeeded(state_->key &&
                         EVP_PKEY_derive_init(state_->agreement.get()) == 1 &&
                         EVP_PKEY_get_raw_public_key(
                             state_->key.get(), public_key_.data(), &size) == 1,
                     "no X25519 key");
  // A placeholder until there is a peer.
  state_->peer.reset(EVP_PKEY_new_raw_public_key(
      EVP_PKEY_X25519, nullptr, public_key_.data(), public_key_.size()));
}

KeyPair::~KeyPair() = default;
KeyPair::KeyPair(KeyPair&&) noexcept = default;
KeyPair& KeyPair::operator=(KeyPair&&) noexcept = default;

Checked<Secret> KeyPair::agree(std::span<const std::uint8_t> other) const {
  if (other.size() != sizeof(PublicKey))
    return refused<Secret>("a public key of " + std::to_string(other.size()) +
                           " bytes instead of 32");
  if (std::ranges::equal(other, public_key_))
    return refused<Secret>("a public key that is our own");
  Secret shared{};
  std::size_t size = shared.size();
  // Any 32 bytes are a point; only the result needs a check.
  EVP_PKEY_CTX* const context = state_->agreement.get();
  EVP_PKEY* const peer = state_->peer.get();
  const bool done =
      EVP_PKEY_set1_encoded_public_key(peer, other.data(), other.size()) == 1 &&
      EVP_PKEY_derive_set_peer_ex(context, peer, 0) == 1 &&
      EVP_PKEY_derive(context, shared.data(), &size) == 1;
  // libcrypto rejects an all-zero result itself; another version might not.
  const bool zero =
      std::ranges::all_of(shared, [](std::uint8_t b) { return b == 0; });
  if (!done || zero)
    return refused<Secret>("a public key that is a point of low order");
  // Puts the lower key first, so that both sides bind the same bytes.
  PublicKey theirs{};
  std::ranges::copy(other, theirs.begin());
  std::array<std::uint8_t, 2 * sizeof(PublicKey)> both{};
  const auto rest =
      std::ranges::copy(std::min(theirs, public_key_), both.begin()).out;
  std::ranges::copy(std::max(theirs, public_key_), rest);
  const Secret secret = derive_secret(shared, "fedltr pair of parties", both);
  OPENSSL_cleanse(shared.data(), shared.size());
  return {secret, {}};
}

bool has_low_order(std::span<const std::uint8_t> key) {
  // The u-coordinates of order 1, 2, 4 and 8, and values equal to them modulo
  // 2^255 - 19.
  static const std::set<std::string> low = {
      "0000000000000000000000000000000000000000000000000000000000000000",
      "0100000000000000000000000000000000000000000000000000000000000000",
      "e0eb7a7c3b41b8ae1656e3faf19fc46ada098deb9c32b1fd866205165f49b800",
      "5f9c95bca3508c24b1d0b1559c83ef5b04445cc4581c8e86d8224eddd09f1157",
      "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
      "edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
      "eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f"};
  std::vector<std::uint8_t> u(key.begin(), key.end());
  u.back() &= 0x7f;  // X25519 ignores the highest bit
  return low.contains(hexadecimal(u));
}

Secret random_secret(const Bits& system) {
  return random_bytes<sizeof(Secret)>(system);
}

std::vector<std::uint8_t> wrap_key(const Secret& key, const Secret& pair,
                                   std::uint32_t from, std::uint32_t to,
                                   const Bits& system) {
  return seal(key, wrapping_key(pair), addresses(from, to), system);
}

Checked<Secret> unwrap_key(std::span<const std::uint8_t> wrapped,
                           const Secret& pair, std::uint32_t from,
                           std::uint32_t to) {
  if (wrapped.size() != kWrapped)
    return refused<Secret>("a wrapped key of " +
                           std::to_string(wrapped.size()) +
                           " bytes instead of " + std::to_string(kWrapped));
  auto opened = unseal(wrapped, wrapping_key(pair), addresses(from, to));
  if (!opened) return refused<Secret>("a wrapped key whose tag does not fit");
  Secret key{};
  std::ranges::copy(*opened, key.begin());
  OPENSSL_cleanse(opened.value->data(), opened.value->size());
  return {key, {}};
}

Secret key_confirmation(const Secret& key, std::uint32_t attempt) {
  std::array<std::uint8_t, sizeof attempt> context{};
  std::memcpy(context.data(), &attempt, sizeof attempt);
  return derive_secret(key, "fedltr confirmation", context);
}

std::string safety_code(std::vector<PublicKey> keys) {
  // Each key has 32 bytes, so the input's size gives the number of keys.
  std::ranges::sort(keys);
  return digest_of({reinterpret_cast<const char*>(keys.data()),
                    keys.size() * sizeof(PublicKey)});
}

}  // namespace fedltr
