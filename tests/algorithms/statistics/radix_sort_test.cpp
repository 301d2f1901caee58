#include "algorithms/statistics/radix_sort.hpp"

#include <algorithm>
#include <limits>

#include <doctest/doctest.h>

#include "algorithms/core/rng.hpp"

namespace fedltr::radix_sort_test {

TEST_CASE("numbers that are not negative come in order, few or many") {
  Rng rng(1, Purpose::kTest);
  std::vector<double> scratch;
  for (const std::size_t count : {0, 1, 2, 511, 512, 513, 4000}) {
    std::vector<double> values(count);
    for (double& value : values) {
      const double drawn = rng.normal();
      value = drawn * drawn * (rng.below(4) == 0 ? 1e200 : 1e-3);
    }
    std::vector<double> expected = values;
    std::ranges::sort(expected);
    radix_sort(values, scratch);
    CAPTURE(count);
    CHECK(values == expected);
  }
}

TEST_CASE("equal numbers, zeros and infinities are sorted") {
  constexpr double kFar = std::numeric_limits<double>::infinity();
  std::vector<double> scratch;
  std::vector<double> alike(600, 2.5);
  radix_sort(alike, scratch);
  CHECK(alike == std::vector<double>(600, 2.5));
  std::vector<double> values(600, 1);
  values[1] = kFar;
  values[7] = 0;
  values[9] = 0x1p-1074;
  radix_sort(values, scratch);
  CHECK(values[0] == 0);
  CHECK(values[1] == 0x1p-1074);
  CHECK(values[2] == 1);
  CHECK(values[598] == 1);
  CHECK(values[599] == kFar);
}

}  // namespace fedltr::radix_sort_test
