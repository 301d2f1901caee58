#include "app/data/convert/tripclick_log.hpp"

#include "algorithms/data/letor.hpp"
#include "tests/app/data/convert/convert_support.hpp"

namespace fedltr::tripclick_log_test {
using namespace fedltr::test;

namespace {

struct Records {
  TemporaryFolder folder;
  ClickNotes notes;

  std::vector<LoggedSearch> read(const std::string& text) {
    ConvertInput input;
    input.files = {folder.write("2017-03-24.json", text)};
    notes = {};
    return searches_in(read_tripclick_log(input, notes));
  }
};

std::string record(const std::string& session, const std::string& keywords,
                   const std::string& documents, const std::string& clicked,
                   const std::string& time = "1490313600000") {
  return R"({"DateCreated": "/Date()" + time + R"()/", "SessionId": ")" +
         session + R"(", "Keywords": ")" + keywords + R"(", "Documents": [)" +
         documents + R"(], "DocumentId": )" + clicked + "}\n";
}

}  // namespace

TEST_CASE("lines of one search are its clicks") {
  Records records;
  const auto log =
      records.read(record("s", "asthma", "10, 20, 30", "20") +
                   record("t", "asthma", "10, 20, 30", "10", "1490313600001") +
                   record("s", "asthma", "10, 20, 30", "30", "1490313600002") +
                   record("s", "asthma", "40", "40"));
  REQUIRE(log.size() == 3);
  CHECK(log[0].user == "s");
  CHECK(log[0].time == "1490313600000");
  REQUIRE(log[0].shown.size() == 3);
  CHECK(log[0].shown[0].document == "10");
  CHECK_FALSE(log[0].shown[0].clicked);
  CHECK(log[0].shown[1].clicked);
  CHECK(log[0].shown[2].clicked);
  CHECK(log[0].shown[2].position == 3);
  CHECK(log[1].shown[0].clicked);
  CHECK(log[0].query == log[2].query);
  CHECK(log[2].name == log[2].query + ".3");
}

TEST_CASE("a click outside the list has no position") {
  Records records;
  const auto log = records.read(record("s", "q", "10, 20, 10", "99") +
                                record("s", "q", "10, 20, 10", "10"));
  REQUIRE(log.size() == 1);
  CHECK(log[0].shown.size() == 2);
  CHECK(log[0].shown[0].clicked);
  CHECK_FALSE(log[0].shown[1].clicked);
  CHECK(records.notes.outside == 1);
}

TEST_CASE("queries are called by the MD5 of their words") {
  // MD5("asthma") and MD5("heart failure"), by Python's hashlib.
  CHECK(tripclick_query("asthma") == "c8a4ba34cfa");
  for (const char* same :
       {"heart failure", " heart  failure ", "heart AND failure",
        "title:heart OR failure", "heart\tfailure", "title: heart failure OR"})
    CHECK(tripclick_query(same) == "741b7021508");
  // ORAL and BAND are separate words.
  CHECK(tripclick_query("ORAL BAND") == "65618a6ab07");
}

TEST_CASE("an invalid record is reported with its line") {
  Records records;
  const auto refused = [&](const std::string& text, const std::string& reason) {
    CHECK_THROWS_WITH_AS(records.read(record("s", "q", "1", "1") + text),
                         doctest::Contains(reason.c_str()), DataError);
  };
  refused("nonsense\n", "2017-03-24.json:2: expected a record of TripClick");
  refused("[7]\n", "expected a record of TripClick");
  refused(R"({"Keywords": "a"})", "expected a record of TripClick");
  refused(R"({"Keywords": "a", "Documents": 3})", "expected a record");
  refused(record("", "q", "1", "1"), "SessionId: expected a text");
  refused(record("NULL", "q", "1", "1"),
          "SessionId: expected a text, got 'NULL'");
  refused(record("s", "q", "1", "1", "x"), "DateCreated '/Date(x)/'");
  refused(record("s", "q", "[1]", "1"), "Documents: expected numbers");
  refused(record("s", "q", std::string(1 << 20, ' '), "1"), "a record of more");
}

TEST_CASE("a log becomes a table, and is known by its first line") {
  const Conversion conversion;
  const std::string file = conversion.folder.write(
      "2017-03-24.json", record("s", "asthma", "10, 20", "20"));
  CHECK(conversion.text({file, "--to", "clicks"}) ==
        "qid,docno,position,click,user,timestamp\n"
        "c8a4ba34cfa,10,1,0,s,1490313600000\n"
        "c8a4ba34cfa,20,2,1,s,1490313600000\n");
}

}  // namespace fedltr::tripclick_log_test
