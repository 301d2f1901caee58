#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

#include "algorithms/core/do_all.hpp"

namespace fedltr {

/// Calls work(0) ... work(count - 1), each once, on up to `threads` threads,
/// including this one. The order is unspecified: each call has to write to its
/// own places, so that results do not depend on the number of threads.
/// @throws the exception of the first call that failed, after all have ended
template <class Work>
void side_by_side(std::size_t count, std::size_t threads, const Work& work) {
  std::atomic<std::size_t> next = 0;
  std::exception_ptr failure;
  std::mutex failing;
  const auto take_turns = [&] {
    try {
      for (std::size_t i = next++; i < count; i = next++) work(i);
    } catch (...) {
      next = count;
      const std::lock_guard lock(failing);
      if (!failure) failure = std::current_exception();
    }
  };
  {
    std::vector<std::jthread> others;
    for (std::size_t i = 1; i < std::min(count, threads); ++i)
      others.emplace_back(take_turns);
    take_turns();
  }
  if (failure) std::rethrow_exception(failure);
}

/// Returns what does so on up to `threads` threads.
inline DoAll all_on(std::size_t threads) {
  return [threads](std::size_t count, const auto& work) {
    side_by_side(count, threads, work);
  };
}

}  // namespace fedltr
