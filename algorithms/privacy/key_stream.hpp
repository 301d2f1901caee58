#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>

namespace fedltr {

using Secret = std::array<std::uint8_t, 32>;

/// HKDF-SHA256 (RFC 5869) without salt: derives independent secrets from one,
/// one per label. Its info is the label alone, or with a context: a zero byte,
/// the label's length in a byte, label and context; so no two pairs have the
/// same info.
/// @param label    1 to 255 bytes, the first not zero
/// @param context  bound into the result too, e.g. the two parties; of one size
///                 per label, or with lengths of its own
Secret derive_secret(const Secret& secret, std::string_view label,
                     std::span<const std::uint8_t> context = {});

/// Uniform bits, indistinguishable from chance without the key: ChaCha20 (RFC
/// 8439). Every machine draws the numbers of a little-endian one.
class KeyStream {
 public:
  /// @param nonce  must differ between any two uses of one key
  explicit KeyStream(const Secret& key, std::uint64_t nonce = 0);
  ~KeyStream();
  KeyStream(KeyStream&&) noexcept;
  KeyStream& operator=(KeyStream&&) noexcept;

  /// Fills in the next numbers of the stream, the same for any division into
  /// calls.
  void fill(std::span<std::uint64_t> numbers);

  /// Returns one number at a time, from a block drawn ahead.
  std::uint64_t operator()();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace fedltr
