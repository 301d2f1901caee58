#pragma once

#include <cstdint>

namespace fedltr {

/// Returns 64 bits from the operating system's generator; OpenSSL's is seeded
/// by it.
/// @throws std::runtime_error  if it fails
std::uint64_t system_bits();

}  // namespace fedltr
