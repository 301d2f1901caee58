#include "actors/link/waiting_room.hpp"

#include <doctest/doctest.h>

namespace fedltr::waiting_room_test {

TEST_CASE("with places left no node has to leave") {
  WaitingRoom room(2);
  CHECK(room.enter(1, "a") == 0);
  CHECK(room.enter(2, "a") == 0);
  room.leave(1);
  CHECK(room.enter(3, "a") == 0);
}

TEST_CASE("in a full room the first of the busiest address goes") {
  WaitingRoom room(4);
  room.enter(1, "node");
  for (const LinkId link : {2, 3, 4}) room.enter(link, "flood");
  CHECK(room.enter(5, "flood") == 2);
  CHECK(room.enter(6, "other") == 3);
  // Two places for each address: the earliest arrival leaves.
  CHECK(room.enter(7, "flood") == 4);
}

TEST_CASE("from one address those that sent nothing go first") {
  WaitingRoom room(3);
  for (const LinkId link : {1, 2, 3}) room.enter(link, "same");
  room.spoke(1);
  room.spoke(2);
  CHECK(room.enter(4, "same") == 3);
  room.spoke(4);
  CHECK(room.enter(5, "same") == 1);
  room.spoke(99);  // no longer in the room
}

TEST_CASE("a peer that has shown a certificate keeps its place") {
  WaitingRoom room(2);
  room.enter(1, "flood");
  room.enter(2, "flood");
  room.proved(1);
  CHECK(room.enter(3, "flood") == 2);
  room.proved(3);
  CHECK(room.enter(4, "flood") == 4);  // the newcomer itself
  room.leave(1);
  CHECK(room.enter(5, "flood") == 0);
}

TEST_CASE("a flood leaves a newcomer all places for arrivals") {
  constexpr LinkId kPlaces = 256;
  WaitingRoom room(kPlaces);
  LinkId link = 0;
  while (link < 10 * kPlaces) room.enter(++link, "flood");
  const LinkId node = ++link;
  room.enter(node, "flood");  // from the same address as the flood
  room.spoke(node);
  for (LinkId i = 0; i < 100 * kPlaces; ++i)
    REQUIRE(room.enter(++link, "flood") != node);
}

}  // namespace fedltr::waiting_room_test
