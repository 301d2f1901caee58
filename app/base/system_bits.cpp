#include "app/base/system_bits.hpp"

#include <array>
#include <stdexcept>
#include <utility>

#include <openssl/rand.h>

namespace fedltr {

std::uint64_t system_bits() {
  thread_local std::array<std::uint64_t, 512> drawn;
  thread_local std::size_t next = drawn.size();
  if (next == drawn.size()) {
    if (RAND_bytes(reinterpret_cast<unsigned char*>(drawn.data()),
                   sizeof drawn) != 1)
      throw std::runtime_error("the system's random generator failed");
    next = 0;
  }
  return std::exchange(drawn[next++], 0);
}

}  // namespace fedltr
