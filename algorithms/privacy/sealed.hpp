#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "algorithms/privacy/discrete.hpp"
#include "algorithms/privacy/key_agreement.hpp"

namespace fedltr {

/// Bytes that a seal adds: a nonce and a tag.
inline constexpr std::size_t kSealBytes = 28;

/// Sender and receiver as a context: four bytes each, so that no two pairs look
/// the same.
std::array<std::uint8_t, 8> addresses(std::uint32_t from, std::uint32_t to);

/// Nonce, ciphertext and tag of AES-256-GCM.
/// @param context  authenticated with it, like who writes to whom
/// @param system   96 bits of it are the nonce
std::vector<std::uint8_t> seal(std::span<const std::uint8_t> text,
                               const Secret& key,
                               std::span<const std::uint8_t> context,
                               const Bits& system);

/// Refused: too few bytes, or a tag that does not fit: another key, another
/// context, a changed bit.
Checked<std::vector<std::uint8_t>> unseal(
    std::span<const std::uint8_t> sealed, const Secret& key,
    std::span<const std::uint8_t> context);

}  // namespace fedltr
