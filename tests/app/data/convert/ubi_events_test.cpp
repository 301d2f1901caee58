#include "app/data/convert/ubi_events.hpp"

#include "algorithms/data/letor.hpp"
#include "app/base/errors.hpp"
#include "tests/app/data/convert/convert_support.hpp"

namespace fedltr::ubi_events_test {
using namespace fedltr::test;

namespace {

struct Events {
  TemporaryFolder folder;
  ClickNotes notes;

  ConvertInput input;

  std::vector<LoggedSearch> read(const std::string& text,
                                 const std::string& more = "") {
    input.files = {folder.write("e.jsonl", text),
                   folder.write("q.jsonl", more)};
    notes = {};
    return searches_in(read_ubi_events(input, notes));
  }
};

/// "name count meaning, " of each action.
std::string actions_of(const ClickNotes& notes) {
  std::string all;
  for (const ActionNote& each : notes.actions)
    all += each.name + " " + std::to_string(each.events) + " " + each.meaning +
           ", ";
  return all;
}

/// "query: document@position!, " of each search; ! marks clicks.
std::string shown_in(const std::vector<LoggedSearch>& log) {
  std::string all;
  for (const LoggedSearch& search : log) {
    all += search.query + ":";
    for (const ShownDocument& shown : search.shown)
      all += " " + shown.document + "@" + std::to_string(shown.position) +
             (shown.clicked ? "!" : "");
    all += ", ";
  }
  return all;
}

/// A query of ubi_queries with this list, as JSON.
std::string ubi_query(const std::string& query, const std::string& text,
                      const std::string& list) {
  return R"({"query_id": ")" + query + R"(", "user_query": ")" + text +
         R"(", "client_id": "c", "timestamp": "t0", "query_attributes": {},)"
         R"( "query_response_hit_ids": )" +
         list + "}\n";
}

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
  const auto log = events.read(ubi_event("impression", "q", at("a", 2)) +
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
  CHECK(actions_of(events.notes) ==
        "'impression' 3 shown, 'click' 1 clicked, 'click_through' 1 clicked, "
        "'add_to_cart' 1 ignored, ");
  CHECK(events.notes.without_place == 0);
}

TEST_CASE("a search's user is its client, else its user, if an event has one") {
  Events events;
  const auto log = events.read(
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
  const auto log = events.read(
      good + ubi_event("click", "", at("a", 1)) +
      ubi_event("click", "q", R"("position": {"ordinal": 1})") +
      ubi_event("click", "q", R"("object": {"object_id": "b"})") +
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
  CHECK(events.notes.without_query == 2);
  CHECK(events.notes.without_document == 2);
  CHECK(events.notes.without_place == 4);
  CHECK(actions_of(events.notes) ==
        "'click' 9 clicked, '7' 1 ignored, (none) 1 ignored, ");
}

TEST_CASE("numbers are valid names of objects") {
  Events events;
  const auto log = events.read(
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
       {std::string("x"), std::string("[7]"), std::string("7"),
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

TEST_CASE("ordinals count from 0 if the smallest of all events is 0") {
  Events events;
  const std::string shown = ubi_event("impression", "q", at("a", 0)) +
                            ubi_event("impression", "q", at("b", 1)) +
                            ubi_event("click", "q", at("b", 1)) +
                            ubi_event("impression", "p", at("c", 1));
  CHECK(shown_in(events.read(shown)) == "q: a@1 b@2!, p: c@2, ");
  CHECK(events.notes.first_position == 0);
  CHECK(events.notes.begins_there.some == 1);
  CHECK(events.notes.begins_there.all == 2);
  CHECK(events.notes.without_place == 0);
  events.input.log.first_position = 1;
  CHECK_THROWS_WITH_AS(events.read(shown),
                       doctest::Contains("e.jsonl:1: position 0, but with "
                                         "--first-position 1"),
                       DataError);
  events.input.log.first_position = 0;
  CHECK(shown_in(events.read(ubi_event("click", "q", at("a", 3)))) ==
        "q: a@4!, ");
}

TEST_CASE("views show, and options change what actions mean") {
  Events events;
  const std::string text = ubi_event("view", "q", at("a", 1)) +
                           ubi_event("view", "q", at("b", 2)) +
                           ubi_event("purchase", "q", at("b", 2)) +
                           ubi_event("click", "q", at("a", 1));
  CHECK(shown_in(events.read(text)) == "q: a@1! b@2, ");
  events.input.log.actions = "purchase=click, click = ignore";
  CHECK(shown_in(events.read(text)) == "q: a@1 b@2!, ");
  CHECK(events.notes.absent_actions.empty());
  events.input.log.actions = "view=ignore,purchase=show";
  CHECK(shown_in(events.read(text)) == "q: a@1! b@2, ");
  events.input.log.actions = "nosuch=click";
  events.read(text);
  CHECK(events.notes.absent_actions == std::vector<std::string>{"nosuch"});
  for (const char* const bad : {"view", "view=", "=show", "view=shown", "="}) {
    events.input.log.actions = bad;
    CHECK_THROWS_WITH_AS(events.read(text),
                         doctest::Contains("expected NAME=show"), UsageError);
  }
}

TEST_CASE("a document at several positions is counted, at that of its click") {
  Events events;
  const std::string shown = ubi_event("impression", "q", at("a", 1)) +
                            ubi_event("impression", "q", at("b", 2)) +
                            ubi_event("impression", "q", at("a", 3));
  CHECK(shown_in(events.read(shown + ubi_event("click", "q", at("a", 3)))) ==
        "q: b@1 a@2!, ");
  CHECK(events.notes.moved == 1);
  CHECK(events.notes.closed == 1);
  CHECK(events.notes.begins_there.some == 1);
  CHECK(shown_in(events.read(ubi_event("click", "q", at("a", 3)) + shown)) ==
        "q: b@1 a@2!, ");
  CHECK(shown_in(events.read(shown + ubi_event("click", "q", at("a", 1)))) ==
        "q: a@1! b@2, ");
  // It was not shown at the position of the click.
  CHECK(shown_in(events.read(shown + ubi_event("click", "q", at("a", 9)))) ==
        "q: a@1! b@2, ");
  CHECK(events.notes.moved == 1);
  CHECK(shown_in(events.read(ubi_event("impression", "q", at("a", 1)) +
                             ubi_event("click", "q", at("a", 1)))) ==
        "q: a@1!, ");
  CHECK(events.notes.moved == 0);
}

TEST_CASE("positions that documents left are closed, other gaps are not") {
  Events events;
  const std::string swapped = ubi_event("impression", "q", at("a", 1)) +
                              ubi_event("impression", "q", at("b", 1)) +
                              ubi_event("impression", "q", at("a", 2)) +
                              ubi_event("click", "q", at("a", 2)) +
                              ubi_event("impression", "q", at("c", 4));
  CHECK(shown_in(events.read(swapped)) == "q: b@1 a@2! c@4, ");
  CHECK(events.notes.moved == 1);
  CHECK(events.notes.closed == 0);
  // Shown again below: its later position is left.
  CHECK(shown_in(events.read(ubi_event("impression", "q", at("a", 1)) +
                             ubi_event("impression", "q", at("b", 3)) +
                             ubi_event("impression", "q", at("a", 2)))) ==
        "q: a@1 b@2, ");
  CHECK(events.notes.closed == 1);
}

TEST_CASE("positions stay where no list was shown, or another gap cuts it") {
  Events events;
  CHECK(shown_in(events.read(ubi_event("click", "q", at("a", 2)) +
                             ubi_event("click", "q", at("a", 7)) +
                             ubi_event("click", "q", at("b", 9)) +
                             ubi_event("click", "p", at("c", 1)))) ==
        "q: a@2! b@9!, p: c@1!, ");
  CHECK(events.notes.closed == 0);
  CHECK(shown_in(events.read(ubi_event("impression", "q", at("a", 1)) +
                             ubi_event("impression", "q", at("b", 3)) +
                             ubi_event("impression", "q", at("a", 4)) +
                             ubi_event("click", "q", at("a", 4)) +
                             ubi_event("click", "p", at("c", 1)))) ==
        "q: b@3 a@4!, p: c@1!, ");
  CHECK(events.notes.closed == 0);
}

TEST_CASE("a click shows no document where no event showed it") {
  Events events;
  const auto click = [](int place) {
    return ubi_event("click", "q", at("a", place));
  };
  const auto show = [](int place) {
    return ubi_event("impression", "q", at("a", place));
  };
  const std::string first = ubi_event("impression", "q", at("b", 0));
  CHECK(shown_in(events.read(click(3) + show(1) + first)) == "q: b@1 a@2!, ");
  CHECK(shown_in(events.read(first + show(1) + click(3))) == "q: b@1 a@2!, ");
  CHECK(shown_in(events.read(first + click(9) + show(5) + show(1))) ==
        "q: b@1 a@6!, ");
  // The first click where it was shown.
  CHECK(shown_in(events.read(first + show(1) + show(4) + click(9) +
                             click(4))) == "q: b@1 a@5!, ");
  CHECK(events.notes.moved == 1);
  CHECK(shown_in(events.read(click(3) + click(5))) == "q: a@3!, ");
  CHECK(events.notes.moved == 1);
}

TEST_CASE("search requests are counted apart from events") {
  Events events;
  CHECK(events
            .read(R"({"ext": {"ubi": {"query_id": "q", "user_query": "t"}}})"
                  R"({"query": "t", "params": {"ubi": "true"}})")
            .empty());
  CHECK(events.notes.requests == 2);
  CHECK(events.notes.actions.empty());
}

TEST_CASE("a query's list shows documents, in any order of files") {
  Events events;
  const std::string lists =
      ubi_query("q", "red shoes", R"(["a", 7, "c", "a"])") +
      ubi_query("p", "hats", "[]") + ubi_query("r", "belt", R"(["x"])");
  const std::string clicks =
      ubi_event("click", "q", at("c", 0)) +
      ubi_event("click", "q", R"("object": {"object_id": "a"})") +
      ubi_event("click", "q", at("other", 0)) +
      ubi_event("impression", "s", at("d", 0));
  CHECK(shown_in(events.read(lists, clicks)) ==
        "q: a@1! 7@2 c@3!, r: x@1, s: d@1, ");
  CHECK(shown_in(events.read(clicks, lists)) ==
        "q: a@1! 7@2 c@3!, s: d@1, r: x@1, ");
  CHECK(events.notes.from_queries == 2);
  CHECK(events.notes.without_list == 1);
  CHECK(events.notes.outside == 1);
  CHECK(events.notes.outside_example == "other");
  CHECK(events.notes.outside_list == std::vector<std::string>{"a", "7", "c"});
  CHECK(events.read(clicks, lists)[0].time == "t0");
}

TEST_CASE("events that show documents go before the query's list") {
  Events events;
  CHECK(shown_in(events.read(ubi_query("q", "x", R"(["a", "b", "c"])"),
                             ubi_event("impression", "q", at("b", 1)) +
                                 ubi_event("click", "q", at("b", 1)))) ==
        "q: b@1!, ");
  CHECK(events.notes.from_queries == 0);
  CHECK(events.notes.clicks_only == 0);
  (void)events.read(ubi_event("click", "q", at("b", 1)));
  CHECK(events.notes.clicks_only == 1);
}

TEST_CASE("the text of a query names it if asked for") {
  Events events;
  events.input.log.query = "user_query";
  const std::string clicks =
      ubi_event("click", "1", at("a", 1)) +
      ubi_event("click", "2", at("a", 1)) +
      ubi_event("click", "3", at("a", 1)) +
      ubi_event("click", "4", at("a", 1), R"(, "user_query": "belt")");
  const auto log = events.read(clicks, ubi_query("1", "red shoes", "[]") +
                                           ubi_query("2", "red shoes", "null"));
  REQUIRE(log.size() == 3);
  CHECK(log[0].query == "red shoes");
  CHECK(log[0].name == "red_shoes");
  CHECK(log[1].name == "red_shoes.2");
  CHECK(log[2].name == "belt");
  CHECK(events.notes.without_text == 1);
  CHECK(events.notes.clicks_only == 3);
  events.input.log.query = "sku";
  CHECK_THROWS_WITH_AS(events.read(clicks),
                       doctest::Contains("expected query_id or user_query"),
                       UsageError);
}

TEST_CASE("every form in which UBI is written is the same log") {
  Events events;
  const std::vector<std::string> lines = {
      ubi_event("impression", "q", at("a", 0)),
      ubi_event("impression", "q", at("b", 1)),
      ubi_event("click", "q", at("b", 1))};
  const std::string expected = "q: a@1 b@2!, ";
  const auto joined = [&](const std::string& before, const std::string& between,
                          const std::string& after) {
    std::string all = before;
    for (const std::string& line : lines)
      all += (&line == lines.data() ? "" : between) + line;
    return all + after;
  };
  CHECK(shown_in(events.read(joined("", "", ""))) == expected);
  CHECK(shown_in(events.read(joined("[", ",\n", "]"))) == expected);
  CHECK(shown_in(events.read(
            joined(R"({"index": {"_index": "ubi_events", "_id": "1"}})"
                   "\n",
                   R"({"create": {}})"
                   "\n",
                   ""))) == expected);
  const std::string hit = R"({"_index": "e", "_score": 1, "_source": )";
  CHECK(shown_in(events.read(joined(hit, "}\n" + hit, "}"))) == expected);
  CHECK(shown_in(events.read(joined(
            R"({"took": 3, "hits": {"total": {"value": 3}, "hits": [)" + hit,
            "}," + hit, "}], \"x\": [{}]}, \"y\": {\"hits\": []}}"))) ==
        expected);
  std::string pretty = lines[0] + lines[1] + lines[2];
  for (std::size_t at = pretty.find(", "); at != std::string::npos;
       at = pretty.find(", ", at + 2))
    pretty.replace(at, 2, ",\n  ");
  CHECK(shown_in(events.read(pretty)) == expected);
  std::string ranked = lines[0] + lines[1] + lines[2];
  for (std::size_t at = ranked.find(R"("position": {"ordinal":)");
       at != std::string::npos; at = ranked.find(R"("position": {"ordinal":)"))
    ranked.replace(at, 23, "\"rank\":").erase(ranked.find('}', at), 1);
  CHECK(shown_in(events.read(ranked)) == expected);
  CHECK(shown_in(events.read(
            R"({"action_name": "impression", "query_id": "q",)"
            R"( "event_attributes.object.object_id": "a",)"
            R"( "event_attributes.position.ordinal": 0})"
            R"({"action_name": "click", "query_id": "q", "object_id": "b",)"
            R"( "event_attributes.position.ordinal": 1.0})")) == expected);
  CHECK(shown_in(events.read(
            "object_id,rank,object_id_field,application,action_name,query_id,"
            "session_id,client_id,timestamp\n"
            "a,0,sku,shop,impression,q,s,c,t\nb,1,sku,shop,impression,q,s,c,t\n"
            "b,1,sku,shop,click,q,s,c,t\n",
            "application,query_id,client_id,user_query,timestamp\n"
            "shop,q,c,red shoes,t\n")) == expected);
}

TEST_CASE("positions of schema 1.0.0, fractions and texts are read") {
  Events events;
  for (const char* const position :
       {R"({"ordinal": {"index": 3}})", R"({"ordinal": 3.0})",
        R"({"ordinal": "3"})"})
    CHECK(shown_in(events.read(
              ubi_event("click", "q",
                        R"("object": {"object_id": "a"}, "position": )" +
                            std::string(position)))) == "q: a@3!, ");
  for (const char* const position :
       {R"({"ordinal": 1e999})", R"({"ordinal": 3.5})", R"({"ordinal": []})",
        R"({"ordinal": {"index": null}})", "7", "[[[]]]",
        R"({"ordinal": 18446744073709551617})"}) {
    CAPTURE(position);
    const std::string event =
        ubi_event("click", "q", at("a", 1)) +
        ubi_event("click", "q",
                  R"("object": {"object_id": "b"}, "position": )" +
                      std::string(position));
    try {
      const std::string shown = shown_in(events.read(event));
      CHECK(shown == "q: a@1!, ");
      CHECK(events.notes.without_place == 1);
    } catch (const DataError& error) {
      has(error.what(), "e.jsonl:2: ");
    }
  }
}

TEST_CASE("lists in tables are read as they are written") {
  Events events;
  for (const char* const list :
       {R"("[""a"", ""b""]")", R"("['a', 'b']")", R"("a, b")"})
    CHECK(shown_in(events.read("query_id,query_response_hit_ids\nq," +
                               std::string(list) + "\n")) == "q: a@1 b@2, ");
  for (const char* const list :
       {R"("[""a,b"", ""c""]")", R"("['a,b', ""c""]")", R"("'a,b',c,")"})
    CHECK(shown_in(events.read("query_id,query_response_hit_ids\nq," +
                               std::string(list) + "\n")) == "q: a,b@1 c@2, ");
}

}  // namespace fedltr::ubi_events_test
