#include "algorithms/heterogeneity/turns.hpp"

#include <doctest/doctest.h>

namespace fedltr::turns_test {
using Clients = Turns::Clients;
using Places = std::vector<std::vector<std::size_t>>;

TEST_CASE("turns are in the order in which their last searches were made") {
  // Client 0 searches at 0, 1, 6, 7, 8; client 1 at 2, 3; client 2 at 4, 5.
  const Places places = {{0, 1, 6, 7, 8}, {2, 3}, {4, 5}};
  const Turns turns = turns_by_time(places, 2, 1);
  REQUIRE(turns.rounds() == 4);  // search 8 is left out
  CHECK(turns.of(0) == Clients{0});
  CHECK(turns.of(1) == Clients{1});
  CHECK(turns.of(2) == Clients{2});
  CHECK(turns.of(3) == Clients{0});
  CHECK(turns.of(4) == Clients{0});  // begins anew
}

TEST_CASE("a long turn waits for its last search, not its first") {
  const Places places = {{0, 9}, {1, 2}, {3, 4}};
  const Turns turns = turns_by_time(places, 2, 1);
  CHECK(turns.of(0) == Clients{1});
  CHECK(turns.of(2) == Clients{0});
}

TEST_CASE("a round takes different clients, the same number each time") {
  // Client 0 could have the first two turns.
  const Places places = {{0, 1, 2}, {3, 4}, {5}};
  const Turns turns = turns_by_time(places, 1, 2);
  REQUIRE(turns.rounds() == 3);
  CHECK(turns.of(0) == Clients{0, 1});
  CHECK(turns.of(1) == Clients{0, 1});
  CHECK(turns.of(2) == Clients{0, 2});
}

TEST_CASE("a client's turns are counted from where they last began") {
  const Places places = {{0, 1, 3}, {2}};
  const Turns turns = turns_by_time(places, 1, 1);  // 0, 0, 1, 0
  const std::vector<std::uint64_t> expected = {0, 1, 2, 2, 0, 1, 2, 2, 0};
  for (std::uint64_t round = 0; round < expected.size(); ++round)
    CHECK(turns.before(0, round) == expected[round]);
  CHECK(turns.before(1, 3) == 1);
  CHECK(turns.before(1, 4) == 0);
  CHECK(turns.before(7, 3) == 0);  // has no turn
}

TEST_CASE("a log without a round is refused with what it lacks") {
  const Places places = {{0, 1}, {2}};
  CHECK_THROWS_WITH(
      turns_by_time(places, 2, 2),
      "heterogeneity.turns = by-time: a round takes 2 of the clients, with 2 "
      "searches each (federation.participation, federation.interactions), but "
      "the log has fewer");
}

}  // namespace fedltr::turns_test
