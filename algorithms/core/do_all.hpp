#pragma once

#include <cstddef>
#include <functional>

namespace fedltr {

/// Calls work(0) ... work(count - 1), each once, in any order or in parallel:
/// each writes to places of its own.
using DoAll = std::function<void(std::size_t count,
                                 const std::function<void(std::size_t)>& work)>;

/// Calls them one after another.
inline void one_by_one(std::size_t count,
                       const std::function<void(std::size_t)>& work) {
  for (std::size_t i = 0; i < count; ++i) work(i);
}

}  // namespace fedltr
