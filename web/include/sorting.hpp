// Sorting in WebAssembly: smaller than libc++'s, and with the order that GCC's
// library leaves where results depend on it.
#pragma once

#include <cstddef>
#include <utility>

namespace fedltr {

/// Sorts stably: a fifth of the code of libc++'s, which a module would have for
/// each kind of elements and order.
/// @param room  for count / 2 elements
template <class Iterator, class Value, class Before>
void merge_sort(Iterator first, std::size_t count, Value* room,
                Before& before) {
  if (count <= 8) {
    for (std::size_t i = 1; i < count; ++i) {
      Value value = std::move(first[i]);
      std::size_t place = i;
      for (; place > 0 && before(value, first[place - 1]); --place)
        first[place] = std::move(first[place - 1]);
      first[place] = std::move(value);
    }
    return;
  }
  const std::size_t half = count / 2;
  merge_sort(first, half, room, before);
  merge_sort(first + half, count - half, room, before);
  for (std::size_t i = 0; i < half; ++i) room[i] = std::move(first[i]);
  for (std::size_t left = 0, right = half, to = 0; left < half; ++to) {
    const bool later = right < count && before(first[right], room[left]);
    first[to] = std::move(later ? first[right++] : room[left++]);
  }
}

/// Puts a value into a heap's hole, from which the larger children rise to the
/// bottom first.
inline void fill_hole(double* heap, std::ptrdiff_t hole, std::ptrdiff_t size,
                      double value) {
  const std::ptrdiff_t top = hole;
  while (2 * hole + 2 < size) {
    const std::ptrdiff_t right = 2 * hole + 2;
    const std::ptrdiff_t child =
        heap[right] < heap[right - 1] ? right - 1 : right;
    heap[hole] = heap[child];
    hole = child;
  }
  if (2 * hole + 2 == size) {
    heap[hole] = heap[size - 1];
    hole = size - 1;
  }
  for (; hole > top && heap[(hole - 1) / 2] < value; hole = (hole - 1) / 2)
    heap[hole] = heap[(hole - 1) / 2];
  heap[hole] = value;
}

/// Puts the least `size` numbers into a heap at `first`.
inline void heap_least(double* first, std::ptrdiff_t size, double* last) {
  for (std::ptrdiff_t i = (size - 2) / 2; size > 1 && i >= 0; --i)
    fill_hole(first, i, size, first[i]);
  for (double* other = first + size; other < last; ++other) {
    const double value = *other;
    if (!(value < *first)) continue;
    *other = *first;
    fill_hole(first, 0, size, value);
  }
}

/// Moves numbers below the median of three before the others; returns the first
/// of these. @pre last - first > 3
inline double* partition_by_three(double* first, double* last) {
  double* const a = first + 1;
  double* const b = first + (last - first) / 2;
  double* const c = last - 1;
  double* const median = *a < *b ? (*b < *c   ? b
                                    : *a < *c ? c
                                              : a)
                                 : (*a < *c   ? a
                                    : *b < *c ? c
                                              : b);
  std::swap(*first, *median);
  const double pivot = *first;
  double* low = first + 1;
  for (double* high = last;; ++low) {
    while (*low < pivot) ++low;
    do --high;
    while (pivot < *high);
    if (low >= high) return low;
    std::swap(*low, *high);
  }
}

/// std::nth_element(), which leaves the others in the order in which GCC's
/// library leaves them: some rules add them up in it.
inline void leave_nth(double* first, double* nth, double* last) {
  if (first == last || nth == last) return;
  int depth = 0;
  for (std::ptrdiff_t size = last - first; size > 1; size /= 2) depth += 2;
  for (; last - first > 3; --depth) {
    if (depth == 0) {
      heap_least(first, nth + 1 - first, last);
      std::swap(*first, *nth);
      return;
    }
    double* const cut = partition_by_three(first, last);
    (cut <= nth ? first : last) = cut;
  }
  for (double* next = first + 1; next < last; ++next) {
    const double value = *next;
    double* place = next;
    for (; place > first && value < place[-1]; --place) *place = place[-1];
    *place = value;
  }
}

}  // namespace fedltr
