#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "algorithms/privacy/discrete.hpp"
#include "algorithms/privacy/key_stream.hpp"

namespace fedltr {

// Key agreement between parties through a relay that must not learn their
// secrets. The relay forwards public keys and wrapped keys and learns nothing
// from them if it is honest but curious, as both papers assume (ICDE section
// III-A). A relay that replaces public keys by its own could become a man in
// the middle: parties that do not trust it that far compare safety codes over
// another channel.

/// A value received from a peer, or the reason for refusing it.
template <class T>
struct Checked {
  std::optional<T> value;
  std::string refusal;

  explicit operator bool() const { return value.has_value(); }
  const T& operator*() const { return *value; }
};

using PublicKey = std::array<std::uint8_t, 32>;

/// An X25519 key pair (RFC 7748), for one thread at a time.
class KeyPair {
 public:
  /// @param system  the operating system's generator
  explicit KeyPair(const Bits& system);
  ~KeyPair();
  KeyPair(KeyPair&&) noexcept;
  KeyPair& operator=(KeyPair&&) noexcept;

  const PublicKey& public_key() const { return public_key_; }

  /// Returns the secret of this pair and another: the same on both sides, bound
  /// to both public keys by HKDF. Never used directly: derive_secret() derives
  /// one secret from it for each purpose.
  ///
  /// Refused: a wrong size, one's own key, a point of low order (with which
  /// everyone would know the secret).
  /// @param other  as received
  Checked<Secret> agree(std::span<const std::uint8_t> other) const;

 private:
  struct State;
  std::unique_ptr<State> state_;
  PublicKey public_key_{};
};

/// True if agree() would refuse this key for its low order, in less time.
/// @param key  as received, 32 bytes
bool has_low_order(std::span<const std::uint8_t> key);

/// 32 bytes from the operating system's generator: one party draws them as the
/// federation's key.
Secret random_secret(const Bits& system);

/// Wraps the federation's key for one other party: seal() under a key of the
/// pair's secret, 60 bytes, which also authenticates sender and receiver.
std::vector<std::uint8_t> wrap_key(const Secret& key, const Secret& pair,
                                   std::uint32_t from, std::uint32_t to,
                                   const Bits& system);

/// Refused: a wrong size, or a wrong tag: another key, another sender or
/// receiver, a changed bit.
Checked<Secret> unwrap_key(std::span<const std::uint8_t> wrapped,
                           const Secret& pair, std::uint32_t from,
                           std::uint32_t to);

/// Proves possession of a key without revealing it; equal for all parties with
/// the same key.
/// @param attempt  number of the attempt at agreeing
Secret key_confirmation(const Secret& key, std::uint32_t attempt);

/// Returns 64 hexadecimal digits, equal for all parties that saw the same
/// public keys, in any order. Fewer digits would be enough if no attacker chose
/// keys: a man in the middle needs about 2^(n / 2) tries for two sets that
/// share n bits.
std::string safety_code(std::vector<PublicKey> keys);

}  // namespace fedltr
