#include "app/base/repeater.hpp"

#include <atomic>
#include <stdexcept>

#include <doctest/doctest.h>

namespace fedltr::repeater_test {

TEST_CASE("work is repeated, also after it throws, and ends with its owner") {
  std::atomic<int> calls = 0;
  {
    const Repeater repeater(std::chrono::seconds(0), [&] {
      if (++calls == 1) throw std::runtime_error("once");
      calls.notify_one();
    });
    for (int seen = calls; seen < 3; seen = calls) calls.wait(seen);
  }
  const int at_end = calls;
  CHECK(at_end >= 3);
  CHECK(calls == at_end);
}

TEST_CASE("the end does not wait for the next call") {
  const Repeater repeater(std::chrono::hours(1), [] { CHECK(false); });
}

}  // namespace fedltr::repeater_test
