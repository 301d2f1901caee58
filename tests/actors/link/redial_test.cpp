#include "actors/link/redial.hpp"

#include <doctest/doctest.h>

namespace fedltr::redial_test {

TEST_CASE("pauses double up to a maximum, shortened by at most half") {
  for (const double drawn : {0.0, 0.5, 0.999999}) {
    Redial redial(1000, [drawn] { return drawn; });
    std::uint64_t full = Redial::kFirstPause;
    for (int i = 0; i < 8; ++i) {
      const auto pause = redial.next(0);
      REQUIRE(pause);
      CHECK(*pause <= full);
      CHECK(*pause >= full / 2);
      CHECK(*pause == static_cast<std::uint64_t>(static_cast<double>(full) *
                                                 (1 - drawn / 2)));
      full = std::min(2 * full, Redial::kMaxPause);
    }
    redial.renew();
    CHECK(redial.next(0) <= Redial::kFirstPause);
  }
}

TEST_CASE("the last try is at the end of the wait, and then it gives up") {
  Redial redial(2, [] { return 0.0; });
  CHECK(redial.next(0) == 500);
  CHECK(redial.next(500) == 1000);
  CHECK(redial.next(1500) == 500);
  CHECK_FALSE(redial.next(2000));
  CHECK_FALSE(Redial(0).next(0));
}

TEST_CASE("the operating system's numbers differ") {
  Redial one(1000);
  Redial other(1000);
  bool differs = false;
  for (int i = 0; i < 20; ++i) {
    const auto pause = one.next(0);
    differs |= pause != other.next(0);
    CHECK(pause <= Redial::kMaxPause);
    CHECK(pause >= Redial::kFirstPause / 2);
  }
  CHECK(differs);
}

}  // namespace fedltr::redial_test
