#include "algorithms/core/hash.hpp"

#include <stdexcept>

#include <unistd.h>

namespace fedltr {

std::uint64_t table_key() {
  static const std::uint64_t key = [] {
    std::uint64_t drawn = 0;
    if (getentropy(&drawn, sizeof drawn) != 0)
      throw std::runtime_error("the system's random generator failed");
    return drawn;
  }();
  return key;
}

}  // namespace fedltr
