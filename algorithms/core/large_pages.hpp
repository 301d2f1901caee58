#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include <sys/mman.h>

namespace fedltr {

/// Makes room for so many numbers, or more, so that a vector that grows by
/// parts is seldom copied. Large ones go into large pages, where the system has
/// such: to make 200,000 small pages takes longer than to fill them.
template <class T>
void make_room(std::vector<T>& numbers, std::size_t size) {
  if (size <= numbers.capacity()) return;
  constexpr std::uintptr_t kPage = 1 << 21;
  std::vector<T> roomy;
  roomy.reserve(std::max(size, 2 * numbers.capacity()));
#ifdef MADV_HUGEPAGE
  const auto block = reinterpret_cast<std::uintptr_t>(roomy.data());
  const std::uintptr_t begin = (block + kPage - 1) / kPage * kPage;
  const std::uintptr_t end =
      (block + roomy.capacity() * sizeof(T)) / kPage * kPage;
  // A hint, given before the pages are made; if it is not taken, nothing is
  // lost.
  if (begin < end)
    madvise(reinterpret_cast<void*>(begin), end - begin, MADV_HUGEPAGE);
#endif
  roomy.insert(roomy.end(), numbers.begin(), numbers.end());
  numbers.swap(roomy);
}

}  // namespace fedltr
