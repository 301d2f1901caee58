#include "algorithms/sketch/median.hpp"

#include <algorithm>
#include <vector>

#include <doctest/doctest.h>

#include "algorithms/core/rng.hpp"
#include "algorithms/core/wide.hpp"

namespace fedltr::median_test {
namespace {

/// The middle value after sorting.
double sorted_median(std::vector<double> values) {
  std::ranges::sort(values);
  const std::size_t n = values.size();
  return n % 2 == 1 ? values[n / 2] : (values[n / 2 - 1] + values[n / 2]) / 2;
}

double median_of(std::vector<double> values) {
  return median(values);
}

}  // namespace

TEST_CASE("a median stands in the middle, or between the two that do") {
  CHECK(median_of({7}) == 7);
  CHECK(median_of({4, -2}) == 1);
  CHECK(median_of({5, 1, 3}) == 3);
  CHECK(median_of({2, 2, 2, 9}) == 2);
  CHECK(median_of({-1e308, 1e308, 5}) == 5);
  CHECK_THROWS_AS(median_of({}), std::invalid_argument);
}

TEST_CASE("a median is that of sorted values, on all registers") {
  for (const std::string_view name : register_names()) {
    use_registers(name);
    Rng rng(1, Purpose::kTest);
    for (std::size_t count = 1; count <= kFewRows + 9; ++count)
      for (const std::uint64_t different : {2, 5, 1000}) {
        std::vector<double> values;
        for (std::size_t i = 0; i < count; ++i)
          values.push_back(0.7 * rng.below(different) - 1.3);
        CAPTURE(count);
        CHECK(median_of(values) == sorted_median(values));
      }
  }
}

TEST_CASE("numbers are on the stack or the heap, n as asked") {
  for (const std::size_t count : {1UL, kFewRows, kFewRows + 1, 4096UL})
    CHECK(with_numbers(count, [](std::span<double> numbers) {
            return numbers.size();
          }) == count);
}

}  // namespace fedltr::median_test
