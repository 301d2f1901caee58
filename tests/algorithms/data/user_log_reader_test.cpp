#include "algorithms/data/user_log_reader.hpp"

#include <doctest/doctest.h>

#include "tests/support/error_of.hpp"

namespace fedltr::user_log_reader_test {
namespace {

std::string fault_of(std::string_view text) {
  return test::error_of<DataError>([&] { parse_user_log(text, "log.csv"); });
}

}  // namespace

TEST_CASE("searches are read by the names of their columns") {
  const UserLog log = parse_user_log(
      "\xEF\xBB\xBFtimestamp, page ,qid,user\r\n3,x,q1,anna\r\n\r\n"
      "1.5e1, y , q2 ,ben",
      "log.csv");
  REQUIRE(log.size() == 2);
  CHECK(log[0].query == "q1");
  CHECK(log[0].user == "anna");
  CHECK(log[0].time.first == 3);
  CHECK(log[1].query == "q2");
  CHECK(log[1].time.first == 15);
}

TEST_CASE("a log of users may have any usual separator") {
  const UserLog log = parse_user_log("qid;user;timestamp\nq;u;1\n", "log.csv");
  REQUIRE(log.size() == 1);
  CHECK(log[0].user == "u");
}

TEST_CASE("times order by value, or as ISO 8601 text") {
  const UserLog numbers =
      parse_user_log("qid,user,timestamp\na,u,10\nb,u,9\n", "log.csv");
  CHECK(numbers[1].time < numbers[0].time);
  const UserLog dates = parse_user_log(
      "qid,user,timestamp\na,u,2024-10-01T00:00\nb,u,2024-09-30T23:59\n",
      "log.csv");
  CHECK(dates[1].time < dates[0].time);
}

TEST_CASE("faults of a log name line and what was expected") {
  const std::string head = "qid,user,timestamp\n";
  const auto has = [](const std::string& text, const std::string& part) {
    CHECK_MESSAGE(text.find(part) != std::string::npos, text);
  };
  has(fault_of("qid,user\n"), "log.csv:1: the first line names no column time");
  has(fault_of(head + "a,u\n"), "log.csv:2: 2 values, but the first line");
  has(fault_of(head + "a,u,1\na,,2\n"), "log.csv:3: an empty qid, user");
  for (const std::string none : {"NULL", "NaN", "nan", "\\N", "NA"})
    has(fault_of(head + "a," + none + ",1\n"),
        "log.csv:2: '" + none + "' stands for a missing user or timestamp");
  has(fault_of(head + "\"a,u,1\n"), "log.csv:2: the quotes of a value do not");
  has(fault_of(head + "a,u,1\nb,u,monday\n"), "log.csv:3: timestamps are");
  has(fault_of(head), "log.csv: has no searches");
}

TEST_CASE("each column that is missing is named") {
  const std::string expected = "; expected qid,user,timestamp";
  const std::string none = "log.csv:1: the first line names no column ";
  CHECK(fault_of("user,timestamp\n") == none + "qid" + expected);
  CHECK(fault_of("qid,timestamp\n") == none + "user" + expected);
  CHECK(fault_of("qid,user\n") == none + "timestamp" + expected);
  CHECK(fault_of("\nqid,user,timestamp\n") == none + "qid" + expected);
  CHECK(fault_of("QID,user,timestamp\n") == none + "qid" + expected);
  CHECK(fault_of("qid#user#timestamp\n") == none + "qid" + expected);
  CHECK(fault_of("") == "log.csv: has no searches");
}

TEST_CASE("a line's number counts the blank ones") {
  const std::string head = "qid,user,timestamp\n";
  CHECK(fault_of(head + "a,u,1\n\n\na,u\n") ==
        "log.csv:5: 2 values, but the first line names 3 columns");
  CHECK(fault_of(head + "a,u,1,\n") ==
        "log.csv:2: 4 values, but the first line names 3 columns");
  CHECK(fault_of(head + "a, ,1\n") ==
        "log.csv:2: an empty qid, user or timestamp");
  CHECK(fault_of(head + ",u,1\n") ==
        "log.csv:2: an empty qid, user or timestamp");
  CHECK(fault_of("qid,user,timestamp,page\na,u,,x\n") ==
        "log.csv:2: an empty qid, user or timestamp");
  CHECK(fault_of("qid,user,timestamp,page\na,u,1,\n").empty());
}

TEST_CASE("only finite decimal numbers are times by value") {
  const auto times = [](const std::string& first, const std::string& second) {
    const UserLog log = parse_user_log(
        "qid,user,timestamp\na,u," + first + "\nb,u," + second, "log.csv");
    return std::pair(log[0].time, log[1].time);
  };
  const auto [minus, plus] = times("-2.5", "1e3");
  CHECK(minus == std::pair(-2.5, std::string()));
  CHECK(plus == std::pair(1000.0, std::string()));
  // Text, although it begins like a number.
  const auto [day, next] = times("2024-09-30", "2024-10-01");
  CHECK(day == std::pair(0.0, std::string("2024-09-30")));
  CHECK(next.second == "2024-10-01");
  for (const std::string none : {"1e999", "inf", "never"})
    CHECK(fault_of("qid,user,timestamp\na,u," + none + "\n") ==
          "log.csv:2: timestamp '" + none +
              "': expected a number, or year, month and day, as 2026-01-31 "
              "09:05:00");
  CHECK(fault_of("qid,user,timestamp\na,u,2024-01-01\nb,u,5\n") ==
        "log.csv:3: timestamps are numbers in some lines and text in others");
}

TEST_CASE("texts that the alphabet would not order by time are refused") {
  const auto fault = [](const std::string& first, const std::string& second) {
    return fault_of("qid,user,timestamp\na,u," + first + "\nb,u," + second);
  };
  for (const std::string us : {"12/31/2005 9:00", "31.12.2005", "noon"})
    CHECK(fault(us, us).find("log.csv:2: timestamp '" + us +
                             "': expected a number, or year, month") == 0);
  CHECK(fault("2006-03-01 10:05:00", "2006-03-01 9:05:00") ==
        "log.csv:3: timestamp '2006-03-01 9:05:00': expected digits where "
        "they are in '2006-03-01 10:05:00'");
  CHECK(fault("2006-03-01T10:00:00+02:00", "2006-03-01T09:00:00Z") ==
        "log.csv:3: timestamp '2006-03-01T09:00:00Z': expected one zone for "
        "all times, such as UTC; above it is '+02:00'");
  CHECK(fault("2006-03-01", "2006-03-01T09:00:00Z").ends_with("there is none"));
  CHECK(fault("2006-03-01 09:05 AM", "2006-03-01 09:04 PM") != "");
  CHECK(fault("20060301T1015Z", "20060228T0900Z").empty());
  CHECK(fault("2006/03/01", "2006/03/02").empty());
}

TEST_CASE("a second comes before its fractions, whatever the zone") {
  const UserLog log = parse_user_log(
      "qid,user,timestamp\na,u,2026-01-01T10:00:00.250Z\n"
      "b,u,2026-01-01T10:00:00Z\nc,u,2026-01-01T10:00Z\n",
      "log.csv");
  CHECK(queries_by_time(log) == std::vector<std::string>{"c", "b", "a"});
}

TEST_CASE("a log keeps the order of its lines, equal searches too") {
  const UserLog log =
      parse_user_log("user,timestamp,qid\nu2,5,q\nu1,4,q\nu2,5,q\n", "log.csv");
  REQUIRE(log.size() == 3);
  CHECK(log[0].user == "u2");
  CHECK(log[1].user == "u1");
  CHECK(log[2].user == "u2");
  CHECK(log[2].query == "q");
}

TEST_CASE("AOL4FOLTR's metadata.csv is read as published") {
  UserLogReader reader("metadata.csv");
  const std::string text =
      "qid,user_id,timestamp,query,target_doc_id,candidate_doc_ids\n"
      "0,71845,2006-03-01 00:01:03,\"say \"\"hi\"\", you\",b,\"{'b', 'a'}\"\n"
      "1,142,2006-03-01 00:00:59,plain,c,\"{'c', 'd'}\"\n";
  for (const char c : text) reader.feed({&c, 1});
  const UserLog log = reader.take();
  REQUIRE(log.size() == 2);
  CHECK(log[0].query == "0");
  CHECK(log[0].user == "71845");
  CHECK(log[1].user == "142");
  CHECK(log[1].time < log[0].time);
  // `user` wins if both columns exist.
  CHECK(parse_user_log("qid,user_id,user,timestamp\n1,x,y,2\n", "l")[0].user ==
        "y");
}

TEST_CASE("queries come in order of their first search") {
  const UserLog log = parse_user_log(
      "qid,user,timestamp\nc,u,9\na,u,10\nb,v,2\na,v,1\nd,v,9\n", "log.csv");
  CHECK(queries_by_time(log) == std::vector<std::string>{"a", "b", "c", "d"});
}

TEST_CASE("the most active users keep their searches in the log's order") {
  const UserLog log = parse_user_log(
      "qid,user,timestamp\n1,b,1\n2,a,2\n3,c,3\n4,a,4\n5,c,5\n6,d,6\n",
      "log.csv");
  const auto queries = [&](std::size_t users) {
    std::string all;
    for (const UserSearch& search : of_most_active(log, users))
      all += search.query;
    return all;
  };
  CHECK(queries(1) == "24");  // a and c have two, a is first
  CHECK(queries(2) == "2345");
  CHECK(queries(3) == "12345");  // of b and d with one, b is first
  CHECK(queries(9) == "123456");
}

}  // namespace fedltr::user_log_reader_test
