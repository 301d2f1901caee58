#include "app/deploy/clock_watch.hpp"

#include <doctest/doctest.h>

namespace fedltr::clock_watch_test {

constexpr std::int64_t kHour = ClockWatch::kHour;

/// Two clocks that the test sets.
struct Clocks {
  std::int64_t boot = 50;
  std::int64_t offset = 1000000;
  ClockWatch watch{[this] { return boot + offset; }, [this] { return boot; }};

  bool believes_after(std::int64_t seconds) {
    boot += seconds;
    return watch.is_believed();
  }
};

TEST_CASE("a clock that is set by less, or back, is believed at once") {
  Clocks clocks;
  CHECK(clocks.believes_after(1000 * kHour));
  clocks.offset += kHour;
  CHECK(clocks.believes_after(1));
  clocks.offset -= 500 * kHour;
  CHECK(clocks.believes_after(1));
}

TEST_CASE("a jump ahead is believed once it has lasted for an hour") {
  Clocks clocks;
  clocks.offset += kHour + 1;
  CHECK_FALSE(clocks.believes_after(1));
  CHECK_FALSE(clocks.believes_after(kHour - 1));
  CHECK(clocks.believes_after(1));
  CHECK(clocks.believes_after(1));
}

TEST_CASE("a jump that is over leaves no trace") {
  Clocks clocks;
  for (int jump = 0; jump < 2; ++jump) {
    clocks.offset += 300 * 24 * kHour;
    CHECK_FALSE(clocks.believes_after(3));
    clocks.offset -= 300 * 24 * kHour;
    CHECK(clocks.believes_after(2 * kHour));
  }
}

TEST_CASE("the time since the start of the machine never falls") {
  const std::int64_t now = ClockWatch::seconds_since_boot();
  CHECK(now > 0);
  CHECK(ClockWatch::seconds_since_boot() >= now);
}

}  // namespace fedltr::clock_watch_test
