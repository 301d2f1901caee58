#pragma once

#include <cstdint>

namespace fedltr {

/// Returns 64 bits of OpenSSL's generator, which the operating system seeds.
/// @throws std::runtime_error  if it fails
std::uint64_t system_bits();

}  // namespace fedltr
