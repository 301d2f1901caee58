#pragma once

#include <cstdint>
#include <cstring>
#include <string_view>

namespace fedltr {

/// Spreads the bits of a number over all 64: the finalizer of splitmix64
/// (Steele et al., OOPSLA 2014).
inline std::uint64_t mixed(std::uint64_t bits) {
  bits = (bits ^ bits >> 30) * 0xbf58476d1ce4e5b9;
  bits = (bits ^ bits >> 27) * 0x94d049bb133111eb;
  return bits ^ bits >> 31;
}

/// 64 bits of a string for tables: neither keyed nor safe from those who choose
/// strings to collide, and never a result's order.
inline std::uint64_t hash_of(std::string_view text) {
  std::uint64_t hash = text.size();
  while (text.size() >= 8) {
    std::uint64_t word = 0;
    std::memcpy(&word, text.data(), 8);
    hash = mixed(hash ^ word) + 0x9e3779b97f4a7c15;
    text.remove_prefix(8);
  }
  std::uint64_t rest = 0;
  std::memcpy(&rest, text.data(), text.size());
  return mixed(hash ^ rest);
}

}  // namespace fedltr
