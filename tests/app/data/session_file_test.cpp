#include "app/data/session_file.hpp"

#include <doctest/doctest.h>

#include "tests/support/cli.hpp"
#include "tests/support/log_text.hpp"

namespace fedltr::session_file_test {
namespace {

using test::TemporaryFolder;

/// Queries `shoes` with documents b1, b7 and b9, and `hats` without names.
Dataset shop() {
  Dataset data(1);
  Names names;
  for (const char* name : {"b1", "b7", "b9"}) names.push_back(name);
  data.add_query("shoes", std::vector<double>{1, 2, 3},
                 std::vector<std::uint8_t>{0, 0, 0}, names);
  Names unnamed;
  unnamed.push_back("");
  unnamed.push_back("");
  data.add_query("hats", std::vector<double>{4, 5},
                 std::vector<std::uint8_t>{0, 0}, unnamed);
  return data;
}

JoinedSessions joined(const std::string& text) {
  const TemporaryFolder folder;
  return join_sessions(read_session_file(folder.write("clicks.csv", text)),
                       shop());
}

/// Returns what is logged of the join of a log.
std::string remark_on(const std::string& text) {
  const auto sessions = joined("qid,docno,position,click\n" + text);
  const test::LogText log;
  report_join("clicks.csv", sessions);
  return log.text();
}

std::string fault_of_curve(const std::string& text) {
  const TemporaryFolder folder;
  try {
    read_curve(folder.write("curve.csv", text));
  } catch (const DataError& error) {
    const std::string what = error.what();
    return what.substr(what.find("curve.csv"));
  }
  return "";
}

/// Returns data of a query "q" with two documents.
Dataset query_of_two(const std::string& first, const std::string& second) {
  Dataset data(1);
  Names names;
  names.push_back(first);
  names.push_back(second);
  data.add_query("q", std::vector<double>{1, 2},
                 std::vector<std::uint8_t>{0, 0}, names);
  return data;
}

}  // namespace

TEST_CASE("a log joins its queries and documents, named or counted") {
  const auto sessions = joined(
      "qid,docno,position,click,user,timestamp\n"
      "shoes,b7,1,0,ann,1\nshoes,b1,2,1,ann,1\n"
      "hats,hats.2,1,1,bob,2\n"
      "belts,c1,1,1,ann,3\n");
  const SessionLog& log = *sessions.log;
  REQUIRE(log.sessions() == 2);
  CHECK(log.list(0).query == 0);
  CHECK(log.list(0).documents[0] == 1);
  CHECK(log.list(0).documents[1] == 0);
  CHECK(log.list(0).clicks[1] == 1);
  CHECK(log.list(1).query == 1);
  CHECK(log.list(1).documents[0] == 1);
  CHECK(log.user(0) != log.user(1));
  CHECK(sessions.joined.searches.some == 2);
  CHECK(sessions.joined.searches.all == 3);
  CHECK(sessions.joined.lost_queries == std::vector<std::string>{"belts"});
  CHECK(sessions.cut == 0);
}

TEST_CASE(
    "a join that lacks a search is reported, one without most warned of") {
  const std::string found = "shoes,b7,1,0\nhats,hats.2,1,1\n";
  const std::string lost = "belts,c1,1,1\n";
  CHECK(remark_on(found).empty());
  CHECK(remark_on(found + lost) ==
        "info: clicks.csv: with rows  2 of 3 searches, 2 of 3 queries, 2 of 3 "
        "shown documents, 1 of 2 clicks; no rows of queries such as 'belts'\n");
  CHECK(remark_on("shoes,b7,1,0\n" + lost + "ties,d1,1,1\n")
            .starts_with("warning: clicks.csv: with rows  1 of 3 searches"));
}

TEST_CASE("a name with a blank is not that with an underline") {
  Dataset data(1);
  Names names;
  names.push_back("x%20y");
  names.push_back("x_y");
  data.add_query("q", std::vector<double>{1, 2},
                 std::vector<std::uint8_t>{0, 0}, names);
  const TemporaryFolder folder;
  const auto sessions = join_sessions(
      read_session_file(folder.write(
          "clicks.csv", "qid,docno,position,click\nq,x y,1,1\nq,x_y,2,0\n")),
      data);
  REQUIRE(sessions.log->sessions() == 1);
  const auto documents = sessions.log->list(0).documents;
  CHECK(documents[0] == 0);
  CHECK(documents[1] == 1);
}

TEST_CASE("a list shows a row once, though a log has two names for it") {
  const Dataset data = query_of_two("x_y", "z");
  const TemporaryFolder folder;
  const auto sessions = join_sessions(
      read_session_file(folder.write("clicks.csv",
                                     "qid,docno,position,click\n"
                                     "q,z,1,0\nq,x y,2,1\nq,x_y,3,1\n")),
      data);
  CHECK(sessions.log->list(0).documents.size() == 2);
  CHECK(sessions.cut == 1);
  CHECK(sessions.joined.clicks.some == 1);
  CHECK(sessions.joined.lost_documents == std::vector<std::string>{"x_y"});
}

TEST_CASE("two rows of one name can't be joined") {
  const Dataset data = query_of_two("a", "a");
  const TemporaryFolder folder;
  const ClickLog log = read_session_file(
      folder.write("clicks.csv", "qid,docno,position,click\nq,a,1,1\n"));
  CHECK_THROWS_WITH_AS(join_sessions(log, data),
                       "query 'q' has two rows of document 'a', of which a log "
                       "may mean either",
                       DataError);
}

TEST_CASE("a list ends where ranks would shift") {
  const auto sessions = joined(
      "qid,docno,position,click,timestamp\n"
      "shoes,b7,1,0,1\nshoes,zz,2,1,1\nshoes,b1,3,1,1\n"
      "shoes,b7,1,0,2\nshoes,b1,3,1,2\n"
      "shoes,zz,1,1,3\nshoes,b1,2,1,3\n");
  REQUIRE(sessions.log->sessions() == 2);
  CHECK(sessions.log->list(0).clicks.size() == 1);
  CHECK(sessions.log->list(1).clicks.size() == 1);
  CHECK(sessions.cut == 2);
  CHECK(sessions.empty == 1);
  CHECK(sessions.joined.lost_documents == std::vector<std::string>{"zz"});
  CHECK(sessions.joined.other_documents ==
        std::vector<std::string>{"b1", "b7", "b9"});
}

TEST_CASE("a log may hold propensities, for all documents") {
  const auto sessions = joined(
      "qid,docno,position,click,timestamp,propensity\n"
      "shoes,b7,1,0,1,0.9\nshoes,b1,2,1,1,0.45\n");
  CHECK(sessions.log->list(0).propensities[1] == 0.45F);
  for (const char* bad : {"0", "1.5", "", "x"}) {
    CAPTURE(bad);
    CHECK_THROWS_WITH_AS(
        joined("qid,docno,position,click,timestamp,propensity\n"
               "shoes,b7,1,0,1," +
               std::string(bad) + "\n"),
        doctest::Contains("expected a number above 0, at most 1"), DataError);
  }
}

TEST_CASE("users without name are users of their own") {
  const auto sessions = joined(
      "qid,docno,position,click,user,timestamp\n"
      "shoes,b7,1,0,,1\nshoes,b7,1,0,ann,2\nshoes,b7,1,0,,3\n"
      "shoes,b7,1,0,ann,4\n");
  CHECK(sessions_by_user(*sessions.log) ==
        std::vector<std::vector<Index>>{{1, 3}, {0}, {2}});
}

TEST_CASE("a written log is read back") {
  SessionLog log;
  log.add(1, 3, std::vector<Index>{1, 0}, std::vector<std::uint8_t>{0, 1});
  log.add(0, 0, std::vector<Index>{2}, std::vector<std::uint8_t>{1});
  const TemporaryFolder folder;
  const auto file = folder / "log.csv";
  const Dataset data = shop();
  write_session_file(file, log, data);
  const auto read = join_sessions(read_session_file(file), data);
  REQUIRE(read.log->sessions() == 2);
  for (Index i = 0; i < 2; ++i) {
    CHECK(read.log->list(i).query == log.list(i).query);
    CHECK(
        std::ranges::equal(read.log->list(i).documents, log.list(i).documents));
    CHECK(std::ranges::equal(read.log->list(i).clicks, log.list(i).clicks));
  }
}

TEST_CASE("a curve is read by rank, of the first run of several") {
  const TemporaryFolder folder;
  const Examination curve = read_curve(
      folder.write("c.csv",
                   "fold,repeat,rank,propensity,offset,proceed,low,high\n"
                   "1,1,1,1,,,,\n1,1,2,0.5,0.1,,,\n1,2,1,1,,,,\n"));
  CHECK(curve.propensity == std::vector<double>{1, 0.5});
  CHECK(curve.offset == std::vector<double>{0, 0.1});
  const Examination cascade =
      read_curve(folder.write("d.csv", "rank,proceed\n1,0.5\n2,0\n"));
  CHECK(cascade.proceed == std::vector<double>{0.5, 0});
  CHECK(cascade.is_cascade());
  CHECK(read_curve(folder.write("e.csv", "rank;propensity\n1;1\n2;0.5\n"))
            .propensity == curve.propensity);
}

TEST_CASE("a curve that lists outgrow, or above 1, has a warning") {
  const auto warned = [](const Examination& curve, Index ranks) {
    const test::LogText log;
    report_curve("c.csv", curve, ranks);
    return log.text();
  };
  CHECK(warned({{1, 0.5}}, 2).empty());
  CHECK(warned({{1, 0.5}}, 10) ==
        "warning: c.csv: has 2 ranks, and lists up to 10: those below count as "
        "the last one\n");
  CHECK(warned({.propensity = {}, .proceed = {0.5}}, 2)
            .starts_with("warning: c.csv: has 1 ranks"));
  CHECK(warned({{1, 2.5}}, 2) ==
        "warning: c.csv: has propensities up to 2.5; above 1 they are no "
        "probabilities, but may be ratios to the first rank\n");
  CHECK(longest_list(*joined("qid,docno,position,click\n"
                             "shoes,b1,1,0\nshoes,b7,2,1\nhats,hats.1,1,1\n")
                          .log) == 2);
}

TEST_CASE("faults of a curve name file, line and what is allowed") {
  CHECK(fault_of_curve("rank\n1\n") ==
        "curve.csv:1: expected columns rank and propensity or proceed");
  CHECK(fault_of_curve("rank,propensity\n2,1\n") ==
        "curve.csv:2: rank '2': expected 1");
  CHECK(fault_of_curve("rank,propensity\n1,1\n2,0\n")
            .starts_with("curve.csv:3: propensity '0': expected a number"));
  CHECK(fault_of_curve("rank,proceed\n1,2\n")
            .starts_with("curve.csv:2: proceed '2': expected a number"));
  CHECK(fault_of_curve("rank,propensity\n") == "curve.csv: has no ranks");
  CHECK(fault_of_curve("rank,propensity,proceed\n1,,.5\n2,.5,\n") ==
        "curve.csv:3: expected propensity or proceed at all ranks, not both");
  CHECK(fault_of_curve("rank,propensity,proceed\n1,1,.5\n") ==
        "curve.csv:2: expected propensity or proceed at all ranks, not both");
}

}  // namespace fedltr::session_file_test
