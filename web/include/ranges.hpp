// Included before each source that emscripten compiles: parts of C++20 that the
// libc++ of Debian 12's emscripten (LLVM 14) does not have. Algorithms on
// ranges call those on iterators, so that the order of calls is the same;
// sorting is that of sorting.hpp.
#pragma once

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <iterator>
#include <memory>
#include <ranges>
#include <system_error>
#include <type_traits>
#include <utility>
#include <vector>

#include "sorting.hpp"

namespace std {

/// Writes the shortest text that reads back as the same number.
inline to_chars_result to_chars(char* first, char* last, double number) {
  char text[32];
  int length = 0;
  for (int digits = 1; digits <= 17; ++digits) {
    length = snprintf(text, sizeof text, "%.*g", digits, number);
    if (strtod(text, nullptr) == number) break;
  }
  if (last - first < length) return {last, errc::value_too_large};
  return {std::copy(text, text + length, first), errc()};
}

template <class To, class From>
To bit_cast(const From& from) {
  static_assert(sizeof(To) == sizeof(From));
  return __builtin_bit_cast(To, from);
}

/// Leaves numbers in the order of GCC's library.
inline void nth_element(double* first, double* nth, double* last) {
  fedltr::leave_nth(first, nth, last);
}

template <class T>
shared_ptr<T> make_shared_for_overwrite(size_t size) {
  return shared_ptr<T>(new remove_extent_t<T>[size]);
}

namespace ranges {

namespace detail {
/// Compares two elements by their projections.
template <class Compare, class Projection>
auto by(Compare& compare, Projection& projection) {
  return [&](const auto& a, const auto& b) -> bool {
    return std::invoke(compare, std::invoke(projection, a),
                       std::invoke(projection, b));
  };
}
/// Tests one element by its projection.
template <class Test, class Projection>
auto of(Test& test, Projection& projection) {
  return [&](auto&& each) -> bool {
    return std::invoke(test, std::invoke(projection, each));
  };
}
}  // namespace detail

template <class Range, class Compare = less, class Projection = identity>
void stable_sort(Range&& range, Compare compare = {},
                 Projection projection = {}) {
  const auto first = ranges::begin(range);
  const auto count = static_cast<size_t>(ranges::end(range) - first);
  vector<typename iterator_traits<iterator_t<Range>>::value_type> room(count /
                                                                       2);
  auto before = detail::by(compare, projection);
  fedltr::merge_sort(first, count, room.data(), before);
}
template <class Range, class Compare = less, class Projection = identity>
void sort(Range&& range, Compare compare = {}, Projection projection = {}) {
  ranges::stable_sort(range, compare, projection);
}
template <class Range, class Compare = less, class Projection = identity>
bool is_sorted(Range&& range, Compare compare = {},
               Projection projection = {}) {
  return std::is_sorted(begin(range), end(range),
                        detail::by(compare, projection));
}
template <class Range, class Iterator, class Compare = less>
void nth_element(Range&& range, Iterator nth, Compare compare = {}) {
  std::nth_element(begin(range), nth, end(range), compare);
}
template <class Range, class Value, class Compare = less,
          class Projection = identity>
auto lower_bound(Range&& range, const Value& value, Compare compare = {},
                 Projection projection = {}) {
  return std::lower_bound(begin(range), end(range), value,
                          [&](const auto& each, const auto& wanted) -> bool {
                            return std::invoke(
                                compare, std::invoke(projection, each), wanted);
                          });
}
template <class Range, class Value, class Compare = less>
auto upper_bound(Range&& range, const Value& value, Compare compare = {}) {
  return std::upper_bound(begin(range), end(range), value, compare);
}
template <class Range, class Value, class Compare = less>
bool binary_search(Range&& range, const Value& value, Compare compare = {}) {
  return std::binary_search(begin(range), end(range), value, compare);
}
template <class Range, class Value, class Projection = identity>
auto find(Range&& range, const Value& value, Projection projection = {}) {
  return std::find_if(begin(range), end(range), [&](const auto& each) -> bool {
    return std::invoke(projection, each) == value;
  });
}
template <class Range, class Test, class Projection = identity>
auto find_if(Range&& range, Test test, Projection projection = {}) {
  return std::find_if(begin(range), end(range), detail::of(test, projection));
}
template <class Range, class Value, class Projection = identity>
auto count(Range&& range, const Value& value, Projection projection = {}) {
  return std::count_if(begin(range), end(range), [&](const auto& each) -> bool {
    return std::invoke(projection, each) == value;
  });
}
template <class Range, class Test, class Projection = identity>
auto count_if(Range&& range, Test test, Projection projection = {}) {
  return std::count_if(begin(range), end(range), detail::of(test, projection));
}
template <class Range, class Test, class Projection = identity>
bool any_of(Range&& range, Test test, Projection projection = {}) {
  return std::any_of(begin(range), end(range), detail::of(test, projection));
}
template <class Range, class Test, class Projection = identity>
bool all_of(Range&& range, Test test, Projection projection = {}) {
  return std::all_of(begin(range), end(range), detail::of(test, projection));
}
template <class Range, class Test, class Projection = identity>
bool none_of(Range&& range, Test test, Projection projection = {}) {
  return std::none_of(begin(range), end(range), detail::of(test, projection));
}
template <class Range, class Value>
void fill(Range&& range, const Value& value) {
  std::fill(begin(range), end(range), value);
}
template <class Range, class Value>
void replace(Range&& range, const Value& from, const Value& to) {
  std::replace(begin(range), end(range), from, to);
}
template <class Range, class Iterator>
struct copied {
  iterator_t<Range> in;
  Iterator out;
};
template <class Range, class Iterator>
copied<Range, Iterator> copy(Range&& range, Iterator to) {
  return {end(range), std::copy(begin(range), end(range), to)};
}
template <class Range, class Iterator, class Function,
          class Projection = identity>
void transform(Range&& range, Iterator to, Function function,
               Projection projection = {}) {
  std::transform(begin(range), end(range), to, [&](auto&& each) {
    return std::invoke(function, std::invoke(projection, each));
  });
}
template <class Range, class Compare = equal_to>
auto adjacent_find(Range&& range, Compare compare = {}) {
  return std::adjacent_find(begin(range), end(range), compare);
}
template <class Iterator>
struct rest {
  Iterator first, last;
  Iterator begin() const { return first; }
  Iterator end() const { return last; }
};
template <class Range, class Compare = equal_to>
auto unique(Range&& range, Compare compare = {}) {
  return rest<iterator_t<Range>>{
      std::unique(ranges::begin(range), ranges::end(range), compare),
      ranges::end(range)};
}
template <class Range, class Compare = less, class Projection = identity>
auto max_element(Range&& range, Compare compare = {},
                 Projection projection = {}) {
  return std::max_element(begin(range), end(range),
                          detail::by(compare, projection));
}
template <class Range, class Compare = less, class Projection = identity>
auto min_element(Range&& range, Compare compare = {},
                 Projection projection = {}) {
  return std::min_element(begin(range), end(range),
                          detail::by(compare, projection));
}
template <class Range>
auto max(Range&& range) {
  return *std::max_element(begin(range), end(range));
}
template <class Range>
auto min(Range&& range) {
  return *std::min_element(begin(range), end(range));
}
template <class One, class Other>
bool equal(One&& one, Other&& other) {
  return std::equal(begin(one), end(one), begin(other), end(other));
}
template <class One, class Other>
bool includes(One&& one, Other&& other) {
  return std::includes(begin(one), end(one), begin(other), end(other));
}

}  // namespace ranges
}  // namespace std
