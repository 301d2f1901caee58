#pragma once

#include <concepts>
#include <cstdint>
#include <type_traits>

#include "algorithms/core/fields.hpp"
#include "algorithms/core/parameters.hpp"

namespace fedltr {

/// Number of bytes of a list's length: seven bits in each.
constexpr std::uint64_t length_size(std::uint64_t length) {
  std::uint64_t bytes = 1;
  while (length >>= 7) ++bytes;
  return bytes;
}

/// Number of bytes that a message takes on a network, as byte counts have it:
/// numbers as in memory, and before a list its length.
template <class T>
std::uint64_t wire_size(const T& value) {
  if constexpr (std::is_arithmetic_v<T> || std::is_enum_v<T>) {
    return sizeof value;
  } else if constexpr (std::same_as<T, Parameters>) {
    return sizeof(std::uint32_t) +
           static_cast<std::uint64_t>(value.size()) * sizeof(double);
  } else if constexpr (Described<T>) {
    return read_fields(value, [](const auto&... each) {
      return (std::uint64_t{0} + ... + wire_size(each));
    });
  } else {
    std::uint64_t bytes = length_size(value.size());
    for (const auto& each : value) bytes += wire_size(each);
    return bytes;
  }
}

}  // namespace fedltr
