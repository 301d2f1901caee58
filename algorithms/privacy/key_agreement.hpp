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

// How parties come to secrets that the relay between them does not have. The
// relay passes on public keys and wrapped keys and learns nothing from them as
// long as it is honest but curious, as both papers assume (ICDE section III-A).
// One that replaces public keys by its own could stand in the middle: parties
// who do not trust it that far compare safety codes by another way.

/// What arrived from elsewhere, or the reason why it is refused.
template <class T>
struct Checked {
  std::optional<T> value;
  std::string refusal;

  explicit operator bool() const { return value.has_value(); }
  const T& operator*() const { return *value; }
};

using PublicKey = std::array<std::uint8_t, 32>;

/// An X25519 key (RFC 7748).
class KeyPair {
 public:
  /// @param system  the operating system's generator
  explicit KeyPair(const Bits& system);
  ~KeyPair();
  KeyPair(KeyPair&&) noexcept;
  KeyPair& operator=(KeyPair&&) noexcept;

  const PublicKey& public_key() const { return public_key_; }

  /// The secret of this pair and another: the same on both sides, bound to both
  /// public keys by HKDF. Never used itself: derive_secret() makes one for each
  /// purpose of it.
  ///
  /// Refused: a wrong size, one's own key, a point of low order (with which the
  /// secret would be known to all).
  /// @param other  as it arrived
  Checked<Secret> agree(std::span<const std::uint8_t> other) const;

 private:
  struct State;
  std::unique_ptr<State> state_;
  PublicKey public_key_{};
};

/// Whether no key agrees with this one, as agree() would find out, without the
/// time it takes.
/// @param key  as it arrived, 32 bytes
bool has_low_order(std::span<const std::uint8_t> key);

/// 32 bytes from the operating system's generator: the federation's key, which
/// one party draws.
Secret random_secret(const Bits& system);

/// The federation's key for one other party: seal() under a key of the pair's
/// secret, 60 bytes; who wrote to whom is authenticated with it.
std::vector<std::uint8_t> wrap_key(const Secret& key, const Secret& pair,
                                   std::uint32_t from, std::uint32_t to,
                                   const Bits& system);

/// Refused: a wrong size, or a tag that does not fit: another key, another
/// sender or receiver, a changed bit.
Checked<Secret> unwrap_key(std::span<const std::uint8_t> wrapped,
                           const Secret& pair, std::uint32_t from,
                           std::uint32_t to);

/// What says that one has a key, without saying it; the same for all who have
/// the same one.
/// @param attempt  at agreeing
Secret key_confirmation(const Secret& key, std::uint32_t attempt);

/// 64 hexadecimal digits that are the same for all who saw the same public
/// keys, in whatever order. Fewer would do if nobody chose keys: who stands in
/// the middle may try 2^(n / 2) of them for two sets of the same n bits.
std::string safety_code(std::vector<PublicKey> keys);

}  // namespace fedltr
