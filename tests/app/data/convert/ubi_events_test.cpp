#include "app/data/convert/ubi_events.hpp"

#include "algorithms/data/letor.hpp"
#include "tests/support/scenario.hpp"

namespace fedltr::ubi_events_test {
using namespace fedltr::test;

namespace {

struct Events {
  TemporaryFolder folder;
  ClickNotes notes;

  ClickLog read(const std::string& text) {
    ConvertInput input;
    input.files = {folder.write("e.jsonl", text)};
    notes = {};
    return read_ubi_events(input, notes);
  }
};

/// An event with these members after its action, query and time.
std::string ubi_event(const std::string& action, const std::string& query,
                      const std::string& place, const std::string& more = "") {
  return R"({"action_name": ")" + action + R"(", "query_id": ")" + query +
         R"(", "timestamp": "2026-01-01", "event_attributes": {)" + place +
         "}" + more + "}\n";
}

std::string at(const std::string& document, int ordinal) {
  return R"("object": {"object_id": ")" + document +
         R"("}, "position": {"ordinal": )" + std::to_string(ordinal) + "}";
}

}  // namespace

TEST_CASE("impressions show, clicks and click-throughs click") {
  Events events;
  const ClickLog log = events.read(ubi_event("impression", "q", at("a", 2)) +
                                   ubi_event("click", "q", at("a", 2)) +
                                   ubi_event("impression", "q", at("b", 1)) +
                                   ubi_event("click_through", "q", at("c", 3)) +
                                   ubi_event("impression", "q", at("c", 3)) +
                                   ubi_event("add_to_cart", "q", at("b", 1)));
  REQUIRE(log.size() == 1);
  REQUIRE(log[0].shown.size() == 3);
  CHECK(log[0].shown[0].document == "b");
  CHECK_FALSE(log[0].shown[0].clicked);
  CHECK(log[0].shown[1].document == "a");
  CHECK(log[0].shown[1].clicked);
  CHECK(log[0].shown[2].clicked);
  CHECK(events.notes.other_events == 1);
  CHECK(events.notes.without_place == 0);
}

TEST_CASE("a search's user is its client, else its user, if an event has one") {
  Events events;
  const ClickLog log = events.read(
      ubi_event("impression", "p", at("a", 1)) +
      ubi_event("impression", "p", at("b", 2),
                R"(, "client_id": "c1", "user_id": "u1")") +
      ubi_event("impression", "q", at("a", 1), R"(, "user_id": "u2")") +
      ubi_event("impression", "q", at("b", 2), R"(, "client_id": "c2")") +
      ubi_event("impression", "r", at("a", 1)));
  REQUIRE(log.size() == 3);
  CHECK(log[0].user == "c1");
  CHECK(log[1].user == "u2");
  CHECK(log[2].user == "");
  CHECK(log[0].time == "2026-01-01");
}

TEST_CASE("events that lack query, document or position are counted") {
  Events events;
  const std::string good = ubi_event("click", "q", at("a", 1));
  const ClickLog log = events.read(
      good + ubi_event("click", "", at("a", 1)) +
      ubi_event("click", "q", R"("position": {"ordinal": 1})") +
      ubi_event("click", "q", R"("object": {"object_id": "b"})") +
      ubi_event("click", "q", at("b", 0)) +
      ubi_event("click", "q", at("b", -1)) +
      ubi_event("click", "q", at("b", 1000001)) +
      ubi_event(
          "click", "q",
          R"("object": {"object_id": "b"}, "position": {"xy": {"x": 1}})") +
      ubi_event("click", "q",
                R"("object": "b", "position": {"ordinal": {"index": 1}})") +
      R"({"action_name": "click"})"
      "\n"
      R"({"action_name": 7})"
      "\n{}\n");
  REQUIRE(log.size() == 1);
  CHECK(log[0].shown.size() == 1);
  CHECK(events.notes.without_place == 9);
  CHECK(events.notes.other_events == 2);
}

TEST_CASE("numbers are valid names of objects") {
  Events events;
  const ClickLog log = events.read(
      ubi_event("click", "q",
                R"("object": {"object_id": 123}, "position": {"ordinal": 4})"));
  REQUIRE(log.size() == 1);
  CHECK(log[0].shown[0].document == "123");
  CHECK(log[0].shown[0].position == 4);
}

TEST_CASE("invalid events are refused with their line") {
  Events events;
  const std::string good = ubi_event("click", "q", at("a", 1));
  for (const std::string& bad :
       {std::string("x"), std::string("[]"), std::string("7"),
        std::string("{\"a\": 1"), std::string(5000, '['),
        "{\"a\": \"" + std::string(std::size_t{1} << 20, 'x') + "\"}"}) {
    std::string told;
    try {
      events.read(good + "\n" + bad + "\n");
    } catch (const DataError& error) {
      told = error.what();
    }
    has(told, "e.jsonl:3: ");
  }
}

}  // namespace fedltr::ubi_events_test
