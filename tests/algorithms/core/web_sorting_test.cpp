#include <algorithm>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "algorithms/core/rng.hpp"
#include "web/include/sorting.hpp"

namespace fedltr::web_sorting_test {
namespace {

/// Checks that both leave the same order.
void check_nth(std::vector<double> values, std::size_t place) {
  std::vector<double> expected = values;
  std::nth_element(expected.begin(), expected.begin() + place, expected.end());
  leave_nth(values.data(), values.data() + place,
            values.data() + values.size());
  CHECK(values == expected);
}

/// Numbers whose medians of three always split off two: they exhaust the depth.
std::vector<double> hostile(std::size_t size) {
  std::vector<double> values(size);
  const std::size_t half = size / 2;
  for (std::size_t i = 0; i < half; ++i) {
    values[i] = i % 2 == 1 ? half + i - (half % 2 == 0) : i + 1;
    values[half + i] = 2 * (i + 1);
  }
  return values;
}

}  // namespace

// Holds for GCC's library, of which the program is built.
#ifdef __GLIBCXX__
TEST_CASE("the page leaves numbers in the order of GCC's nth_element") {
  Rng rng(1, Purpose::kTest, 1);
  for (int trial = 0; trial < 20000; ++trial) {
    std::vector<double> values(1 + rng.below(trial % 50 == 0 ? 300 : 24));
    const std::uint64_t kinds = 1 + rng.below(values.size() + 3);
    for (double& value : values) value = static_cast<double>(rng.below(kinds));
    check_nth(values, rng.below(values.size()));
    std::ranges::sort(values);
    check_nth(values, rng.below(values.size()));
  }
  for (std::size_t size = 8; size <= 200; size += 2)
    for (std::size_t place = 0; place < size; place += 3)
      check_nth(hostile(size), place);
}
#endif

TEST_CASE("the page sorts stably") {
  Rng rng(1, Purpose::kTest, 2);
  for (int trial = 0; trial < 2000; ++trial) {
    const std::size_t size = rng.below(80);
    std::vector<std::pair<std::uint64_t, std::size_t>> values(size);
    for (std::size_t i = 0; i < size; ++i) values[i] = {rng.below(9), i};
    auto expected = values;
    const auto before = [](const auto& a, const auto& b) {
      return a.first < b.first;
    };
    std::ranges::stable_sort(expected, before);
    std::vector<std::pair<std::uint64_t, std::size_t>> room(size / 2);
    merge_sort(values.begin(), size, room.data(), before);
    CHECK(values == expected);
  }
}

}  // namespace fedltr::web_sorting_test
