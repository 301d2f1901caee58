#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "algorithms/privacy/discrete.hpp"
#include "algorithms/privacy/key_agreement.hpp"

namespace fedltr {

/// Bytes that a seal adds: nonce and tag.
inline constexpr std::size_t kSealBytes = 28;

/// Sender and receiver as a context, four bytes each, so that no two pairs have
/// the same bytes.
std::array<std::uint8_t, 8> addresses(std::uint32_t from, std::uint32_t to);

/// Returns nonce, ciphertext and tag of AES-256-GCM.
/// @param context  authenticated with it, e.g. sender and receiver
/// @param system   supplies the 96 bits of the nonce
std::vector<std::uint8_t> seal(std::span<const std::uint8_t> text,
                               const Secret& key,
                               std::span<const std::uint8_t> context,
                               const Bits& system);

/// Refused: too few bytes, or a wrong tag: another key, another context, a
/// changed bit.
Checked<std::vector<std::uint8_t>> unseal(
    std::span<const std::uint8_t> sealed, const Secret& key,
    std::span<const std::uint8_t> context);

}  // namespace fedltr
