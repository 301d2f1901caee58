#include "algorithms/core/hexadecimal.hpp"

#include <doctest/doctest.h>

namespace fedltr::hexadecimal_test {

TEST_CASE("bytes are two lower-case digits each, the high one first") {
  const std::array<std::uint8_t, 5> bytes = {0x00, 0x0f, 0xf0, 0xa9, 0xff};
  CHECK(hexadecimal(bytes) == "000ff0a9ff");
  CHECK(hexadecimal({}).empty());
}

}  // namespace fedltr::hexadecimal_test
