#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <vector>

#include <sys/mman.h>

namespace fedltr {

/// Reserves room for `size` numbers or more, so that a vector that grows by
/// parts is seldom copied. Large ones go into large pages, where the system has
/// them: making 200,000 small pages takes longer than filling them.
template <class T>
void make_room(std::vector<T>& numbers, std::size_t size) {
  if (size <= numbers.capacity()) return;
  constexpr std::size_t kPage = 1 << 21;
  std::vector<T> roomy;
  roomy.reserve(std::max(size, 2 * numbers.capacity()));
#ifdef MADV_HUGEPAGE
  void* page = roomy.data();
  std::size_t bytes = roomy.capacity() * sizeof(T);
  // A hint, given before the pages are made; the system may ignore it.
  if (std::align(kPage, kPage, page, bytes) != nullptr)
    madvise(page, bytes / kPage * kPage, MADV_HUGEPAGE);
#endif
  roomy.insert(roomy.end(), numbers.begin(), numbers.end());
  numbers.swap(roomy);
}

/// Returns pages of numbers that are no longer read to the system before the
/// vector is destroyed: the numbers there become zeros.
/// @param size  number of them, from the first
template <class T>
void give_back_first(std::vector<T>& numbers, std::size_t size) {
  constexpr std::size_t kPage = 1 << 21;
  void* page = numbers.data();
  std::size_t bytes = size * sizeof(T);
  if (std::align(kPage, kPage, page, bytes) != nullptr)
    madvise(page, bytes / kPage * kPage, MADV_DONTNEED);
}

}  // namespace fedltr
