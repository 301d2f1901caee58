#include "app/schema/attendance.hpp"

#include <doctest/doctest.h>

#include "app/schema/reader.hpp"

namespace fedltr::attendance_test {
namespace {

using There = std::map<std::uint32_t, std::uint32_t>;

/// Numbers of clients in a federation of six over twenty rounds.
There there(std::vector<std::string> settings) {
  settings.insert(settings.begin(),
                  {"federation.clients=6", "federation.rounds=20"});
  return numbers_there(unchecked_scenario(settings));
}

}  // namespace

TEST_CASE("all but the absent take part from the first round") {
  CHECK(there({}) == There{{1, 6}});
  CHECK(there({"federation.absent=0,5"}) == There{{1, 4}});
}

TEST_CASE("joining clients were not there before, leaving ones were") {
  CHECK(there({"timeline.at=5 join 0-1"}) == There{{1, 4}, {5, 6}});
  CHECK(there({"timeline.at=5 leave 0-1"}) == There{{1, 6}, {5, 4}});
  CHECK(there({"timeline.at=9 join 2; 3 leave 2"}) ==
        There{{1, 6}, {3, 5}, {9, 6}});
}

TEST_CASE("clients are away before they join and after they leave") {
  const Scenario scenario =
      unchecked_scenario({"federation.clients=6", "federation.absent=0",
                          "timeline.at=5 join 1-2; 3 leave 4"});
  CHECK(clients_away(scenario, 1) == std::set<std::uint32_t>{0, 1, 2});
  CHECK(clients_away(scenario, 3) == std::set<std::uint32_t>{0, 1, 2, 4});
  CHECK(clients_away(scenario, 5) == std::set<std::uint32_t>{0, 4});
}

TEST_CASE("a move of the first round counts from it") {
  CHECK(there({"timeline.at=1 leave 0"}) == There{{1, 5}});
}

TEST_CASE("unlearned clients are absent from the next round on") {
  const std::string retrain = "unlearning.method=retrain";
  CHECK(there({retrain, "unlearning.clients=1-2", "unlearning.after=7"}) ==
        There{{1, 6}, {8, 4}});
  // A round of unlearning follows the last training round.
  CHECK(there({retrain, "unlearning.clients=3"}) == There{{1, 6}, {21, 5}});
  CHECK(there({retrain, "timeline.at=4 unlearn 0; 6 leave 5"}) ==
        There{{1, 6}, {5, 5}, {6, 4}});
}

TEST_CASE("a client is missing once, however often it is away") {
  CHECK(there({"federation.absent=0", "timeline.at=4 leave 0-1"}) ==
        There{{1, 5}, {4, 4}});
  CHECK(there({"unlearning.method=retrain", "unlearning.clients=1",
               "unlearning.after=3", "timeline.at=2 leave 1"}) ==
        There{{1, 6}, {2, 5}, {4, 5}});
}

TEST_CASE("attacks change no number") {
  CHECK(there({"attack.kind=lie", "timeline.at=3 attack; 5 honest 0"}) ==
        There{{1, 6}});
}

}  // namespace fedltr::attendance_test
