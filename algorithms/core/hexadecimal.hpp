#pragma once

#include <cstdint>
#include <span>
#include <string>

namespace fedltr {

/// Returns two lower-case digits per byte.
inline std::string hexadecimal(std::span<const std::uint8_t> bytes) {
  constexpr const char* kDigits = "0123456789abcdef";
  std::string text;
  for (const std::uint8_t byte : bytes) {
    text += kDigits[byte >> 4];
    text += kDigits[byte & 15];
  }
  return text;
}

}  // namespace fedltr
