#include "app/base/timer.hpp"

#include <atomic>
#include <chrono>

#include <doctest/doctest.h>

namespace fedltr::timer_test {

TEST_CASE("a timer does it again and again while it lives") {
  std::atomic<int> count = 0;
  {
    const Timer timer(0.001, [&] {
      ++count;
      count.notify_one();
    });
    for (int seen = count; seen < 3; seen = count) count.wait(seen);
  }
  const int at_end = count;
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  CHECK(count == at_end);
}

TEST_CASE("a timer of 0 seconds does nothing, and none is waited for") {
  std::atomic<int> count = 0;
  const auto start = std::chrono::steady_clock::now();
  {
    const Timer never(0, [&] { ++count; });
    const Timer much_later(1000, [&] { ++count; });
  }
  CHECK(count == 0);
  CHECK(std::chrono::steady_clock::now() - start < std::chrono::seconds(100));
}

}  // namespace fedltr::timer_test
