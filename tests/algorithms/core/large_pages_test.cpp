#include "algorithms/core/large_pages.hpp"

#include <cstdint>

#include <doctest/doctest.h>

namespace fedltr::large_pages_test {

TEST_CASE("a vector keeps its numbers while it grows into large pages") {
  std::vector<std::uint32_t> numbers;
  const std::uint32_t count = 3 << 20;  // 12 MiB
  for (std::uint32_t i = 0; i < count; ++i) {
    make_room(numbers, numbers.size() + 1);
    numbers.push_back(i * 2654435761U);
  }
  REQUIRE(numbers.size() == count);
  bool same = true;
  for (std::uint32_t i = 0; i < count; ++i)
    same &= numbers[i] == i * 2654435761U;
  CHECK(same);
}

TEST_CASE("room is made once for many parts, and not where there is some") {
  std::vector<double> numbers = {1, 2, 3};
  make_room(numbers, 1000);
  CHECK(numbers.capacity() == 1000);
  const double* const place = numbers.data();
  make_room(numbers, 1000);
  CHECK(numbers.data() == place);
  make_room(numbers, 1001);
  CHECK(numbers.capacity() == 2000);
  CHECK(numbers == std::vector<double>{1, 2, 3});
}

}  // namespace fedltr::large_pages_test
