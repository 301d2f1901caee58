// One record of UBI, in each of its forms; logs of them: ubi_events_test.cpp.
#include "app/data/convert/ubi_record.hpp"

#include "tests/support/scenario.hpp"

namespace fedltr::ubi_record_test {
using namespace fedltr::test;

namespace {

using Names = std::vector<std::string>;

std::vector<UbiRecord> records_in(const std::string& text) {
  const TemporaryFolder folder;
  std::vector<UbiRecord> all;
  each_ubi_record(
      folder.write("ubi", text),
      [&](const UbiRecord& record, const Place&) { all.push_back(record); });
  return all;
}

UbiRecord record_in(const std::string& text) {
  const auto all = records_in(text);
  REQUIRE(all.size() == 1);
  return all[0];
}

std::string fault(const std::string& text) {
  try {
    records_in(text);
  } catch (const DataError& error) {
    const std::string what = error.what();
    return what.substr(what.rfind("ubi:"));
  }
  return "";
}

}  // namespace

TEST_CASE("an event's members are read by their names") {
  const UbiRecord event = record_in(
      R"({"action_name": "click", "query_id": "q", "user_query": "red shoes",
          "client_id": "c", "session_id": "s", "timestamp": 1767261600000,
          "event_attributes": {"object": {"object_id": 17},
                               "position": {"ordinal": 3}, "rank": 9}})");
  CHECK(event.action == "click");
  CHECK(event.query == "q");
  CHECK(event.text == "red shoes");
  CHECK(event.user == "c");
  CHECK(event.time == "1767261600000");
  CHECK(event.document == "17");
  CHECK(event.position == 3);
  CHECK(event.list.empty());
}

TEST_CASE("a user is the first of client, user and session that is given") {
  const auto user = [](const std::string& members) {
    return record_in("{\"query_id\": \"q\"" + members + "}").user;
  };
  CHECK(user(R"(, "session_id": "s", "user_id": "u", "client_id": "c")") ==
        "c");
  CHECK(user(R"(, "session_id": "s", "user_id": "u", "client_id": "")") == "u");
  CHECK(user(R"(, "session_id": "s", "user_id": null)") == "s");
  CHECK(user("") == "");
}

TEST_CASE("a mark of a missing name is no query, document, user or time") {
  const UbiRecord json = record_in(
      R"({"action_name": "click", "query_id": "NULL", "user_query": "nan",)"
      R"( "object_id": "None", "user_id": "NaN", "session_id": "s",)"
      R"( "timestamp": "NaT"})");
  const UbiRecord table = record_in(
      "query_id,action_name,user_query,object_id,user_id,session_id,"
      "timestamp\nNULL,click,nan,None,NaN,s,NaT\n");
  for (const UbiRecord& each : {json, table}) {
    CHECK(each.query == "");
    CHECK(each.text == "");
    CHECK(each.document == "");
    CHECK(each.user == "s");
    CHECK(each.time == "");
  }
}

TEST_CASE("a query has its list, whose names may be integers") {
  const UbiRecord query = record_in(
      R"({"query_id": "q", "query_response_hit_ids": ["b", 7, null, 1.5, "a"]})");
  CHECK(query.action == "");
  CHECK(query.list == Names{"b", "7", "a"});
  CHECK_FALSE(query.position);
  CHECK(record_in(R"({"query_id": "q", "query_response_hit_ids": "a"})")
            .list.empty());
}

TEST_CASE("a rank is the position where there is no ordinal") {
  const auto position = [](const std::string& attributes) {
    return record_in("{\"action_name\": \"view\", \"event_attributes\": {" +
                     attributes + "}}")
        .position;
  };
  CHECK(position(R"("rank": 4)") == 4);
  CHECK(position(R"("position": {"ordinal": null}, "rank": "5")") == 5);
  CHECK(position(R"("position": {"ordinal": {"index": 0}}, "rank": 4)") == 0);
  CHECK(position(R"("position": {"ordinal": 1000000})") == 1000000);
  CHECK_FALSE(position(R"("position": {"ordinal": 1000001})"));
  CHECK_FALSE(position(R"("position": {"ordinal": -1}, "rank": 4)"));
  CHECK_FALSE(position(R"("position": 3)"));
}

TEST_CASE("actions of _bulk are no records, and _source holds one") {
  CHECK(
      records_in(R"({"index": {}} {"query_id": "a"} {"delete": {}})").size() ==
      1);
  CHECK(record_in(R"({"_id": 1, "_source": {"query_id": "a"}})").query == "a");
  // An event whose only member is no object is one.
  CHECK(records_in(R"({"index": 1})").size() == 1);
}

TEST_CASE("a table's columns may be short or those of nested members") {
  const UbiRecord event = record_in(
      "query_id,action_name,event_attributes.object.object_id,"
      "event_attributes.position.ordinal,user_id\nq,click,a,2,u\n");
  CHECK(event.document == "a");
  CHECK(event.position == 2);
  CHECK(event.user == "u");
  CHECK(record_in("query_id;action_name;object_id;rank\nq;view;\"b;c\";1.0\n")
            .document == "b;c");
  CHECK(records_in("query_id,action_name\n\nq,view\n\nr,view\n").size() == 2);
}

TEST_CASE("a table is refused by its first line, a row by its length") {
  CHECK(fault("query_id,user_id\nq,u\n") ==
        "ubi:1: expected an event or a query of UBI: JSON objects, or a table "
        "whose first line names query_id and action_name or user_query");
  CHECK(fault("query_id,action_name\nq,view\nq\n") ==
        "ubi:3: 1 values, but the first line names 2 columns");
  CHECK(fault("\n[3]\n").find("ubi:2: expected an event or a query of UBI") ==
        0);
}

TEST_CASE("names of members and columns show that a text is UBI") {
  CHECK(looks_like_ubi(R"({"action_name": 1)"));
  CHECK(looks_like_ubi(R"({"query_id": 1, "user_query": 2)"));
  CHECK(looks_like_ubi(R"({"query_response_hit_ids": [], "query_id": 1})"));
  CHECK_FALSE(looks_like_ubi(R"({"query_id": 1, "docs": 2})"));
  CHECK_FALSE(looks_like_ubi(R"({"user_query": 1})"));
  CHECK(are_ubi_columns({"user_query", "query_id"}));
  CHECK(are_ubi_columns({"query_id", "query_response_hit_ids"}));
  CHECK_FALSE(are_ubi_columns({"query_id", "label"}));
  CHECK_FALSE(are_ubi_columns({"action_name", "user_query"}));
}

}  // namespace fedltr::ubi_record_test
