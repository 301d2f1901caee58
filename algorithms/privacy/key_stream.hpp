#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>

namespace fedltr {

using Secret = std::array<std::uint8_t, 32>;

/// HKDF-SHA256 (RFC 5869) without salt: independent secrets from one, a label
/// each. Its info is the label; with a context, a zero byte, the label's length
/// in a byte, label and context, so that no two pairs have the same.
/// @param label    1 to 255 bytes, the first not zero
/// @param context  bound into the result too, like who the parties are; of one
///                 size for a label, or with lengths of its own
Secret derive_secret(const Secret& secret, std::string_view label,
                     std::span<const std::uint8_t> context = {});

/// Uniform bits that nobody tells from chance without the key: ChaCha20 (RFC
/// 8439). The numbers are those of little-endian machines everywhere.
class KeyStream {
 public:
  /// @param nonce  never two uses of one key with the same
  explicit KeyStream(const Secret& key, std::uint64_t nonce = 0);
  ~KeyStream();
  KeyStream(KeyStream&&) noexcept;
  KeyStream& operator=(KeyStream&&) noexcept;

  /// The next numbers of the stream. Any cut into calls gives the same ones.
  void fill(std::span<std::uint64_t> numbers);

  /// One at a time, from a block drawn ahead.
  std::uint64_t operator()();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace fedltr
