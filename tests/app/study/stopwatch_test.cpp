#include "app/study/stopwatch.hpp"

#include <cmath>
#include <thread>

#include <doctest/doctest.h>

namespace fedltr::stopwatch_test {

TEST_CASE("a stopwatch distinguishes waiting from working") {
  Timing waited;
  const Stopwatch waiting;
  std::this_thread::sleep_for(std::chrono::milliseconds(50));
  waiting.fill(waited);
  CHECK(waited.wall_seconds >= 0.05);
  CHECK(waited.cpu_seconds < 0.04);
  CHECK(waited.peak_memory_bytes > 1U << 20);

  const Stopwatch working;
  Timing worked;
  volatile double sum = 0;
  do {
    for (int i = 0; i < 100000; ++i) sum = sum + std::sqrt(i);
    working.fill(worked);
  } while (worked.cpu_seconds < 0.02 && worked.wall_seconds < 10);
  CHECK(worked.cpu_seconds >= 0.02);
  CHECK(worked.wall_seconds >= 0.01);
}

}  // namespace fedltr::stopwatch_test
