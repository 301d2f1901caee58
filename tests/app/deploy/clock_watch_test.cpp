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

TEST_CASE("a clock that is set by an hour at most is believed at once") {
  Clocks clocks;
  CHECK(clocks.believes_after(1000 * kHour));
  clocks.offset += kHour;
  CHECK(clocks.believes_after(1));
  clocks.offset -= kHour;
  CHECK(clocks.believes_after(1));
}

TEST_CASE("a larger change is believed once it has lasted for an hour") {
  for (const std::int64_t change : {kHour + 1, -500 * kHour}) {
    Clocks clocks;
    clocks.offset += change;
    CHECK_FALSE(clocks.believes_after(1));
    CHECK_FALSE(clocks.believes_after(kHour - 1));
    CHECK(clocks.believes_after(1));
    CHECK(clocks.believes_after(1));
  }
}

TEST_CASE("a change that is over leaves no trace") {
  Clocks clocks;
  for (int change = 0; change < 2; ++change) {
    clocks.offset += 300 * 24 * kHour;
    CHECK_FALSE(clocks.believes_after(3));
    clocks.offset -= 300 * 24 * kHour;
    CHECK(clocks.believes_after(2 * kHour));
  }
}

TEST_CASE("each change has to last, also if the end of the last was not seen") {
  Clocks clocks;
  clocks.offset += 2 * kHour;
  CHECK_FALSE(clocks.believes_after(1));
  clocks.offset += 100000 * kHour;
  CHECK_FALSE(clocks.believes_after(24 * kHour));
  CHECK(clocks.believes_after(kHour));
}

TEST_CASE("a day is known while the clock is believed, and was once set") {
  std::int64_t offset = 86400 * 20500;
  ClockWatch watch([&] { return offset + 7; }, [] { return 7; });
  CHECK(watch.today() == 20500);
  offset += 2 * kHour;
  CHECK_FALSE(watch.today());
  offset = 0;
  CHECK_FALSE(ClockWatch([&] { return offset + 7; }, [] { return 7; }).today());
}

TEST_CASE("the time since the start of the machine never falls") {
  const std::int64_t now = ClockWatch::seconds_since_boot();
  CHECK(now > 0);
  CHECK(ClockWatch::seconds_since_boot() >= now);
}

}  // namespace fedltr::clock_watch_test
