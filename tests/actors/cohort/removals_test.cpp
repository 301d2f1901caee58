#include "actors/cohort/removals.hpp"

#include <doctest/doctest.h>

namespace fedltr::removals_test {

TEST_CASE("clients are removed once they have confirmed and ended") {
  for (const bool gone_first : {false, true}) {
    Removals removals;
    CHECK_FALSE(removals.is_complete());
    removals.begin({3, 1});
    if (gone_first) removals.gone(3);
    removals.add({3, {20}});
    CHECK_FALSE(removals.is_complete());
    if (!gone_first) removals.gone(3);
    removals.gone(1);
    CHECK_FALSE(removals.is_complete());
    removals.add({1, {10, 11}});
    REQUIRE(removals.is_complete());
    const auto removed = removals.take();
    REQUIRE(removed.size() == 2);
    CHECK(removed[0].client == 1);
    CHECK(removed[0].clicked == std::vector<std::uint32_t>{10, 11});
    CHECK(removed[1].client == 3);
    CHECK_FALSE(removals.is_complete());  // already taken
  }
}

TEST_CASE("clients that left before a checkpoint are skipped") {
  Removals removals;
  removals.add({7, {}});
  CHECK_FALSE(removals.is_complete());
  removals.begin({2});
  removals.add({7, {}});
  removals.add({2, {}});
  removals.gone(2);
  CHECK(removals.take().size() == 1);
}

TEST_CASE("an empty request for removals is fulfilled at once") {
  Removals removals;
  removals.begin({});
  CHECK(removals.is_complete());
  CHECK(removals.take().empty());
}

}  // namespace fedltr::removals_test
