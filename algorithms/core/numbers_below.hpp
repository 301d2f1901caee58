#pragma once

#include <cstddef>
#include <numeric>
#include <vector>

namespace fedltr {

/// Returns 0, 1, ..., count - 1.
template <class Number>
std::vector<Number> numbers_below(std::size_t count) {
  std::vector<Number> numbers(count);
  std::iota(numbers.begin(), numbers.end(), Number{0});
  return numbers;
}

}  // namespace fedltr
