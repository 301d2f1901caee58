#include "app/study/stream/study_stream.hpp"

#include <cerrno>
#include <limits>
#include <sstream>
#include <streambuf>

#include <doctest/doctest.h>

#include "app/base/json.hpp"
#include "tests/support/scenario.hpp"

namespace fedltr::study_stream_test {
using namespace fedltr::test;

namespace {

/// A stream of two runs of one point.
struct TwoRunStream {
  std::ostringstream out;
  StudyStream stream{out};

  TwoRunStream() {
    stream.begin({"two",
                  "runs/two",
                  {{""}},
                  {{0, 1, 1, 10, "", {"map"}}, {0, 1, 2, 10, "", {"map"}}}});
    out.str("");
  }
  /// Text written since the last call.
  std::string take() {
    std::string text = out.str();
    out.str("");
    return text;
  }
};

const std::string kFirst = R"({"event":"run","point":"","fold":1,"repeat":1,)"
                           R"("rounds":10,"resumed_after":null})"
                           "\n";
const std::string kSecond = R"({"event":"run","point":"","fold":1,"repeat":2,)"
                            R"("rounds":10,"resumed_after":null})"
                            "\n";

/// A record with numbers of all kinds: of an integral value, not finite.
RoundRecord record_of(std::uint32_t round) {
  RoundRecord record;
  record.round = round;
  record.interactions = 4 * round;
  record.metrics = {1};
  record.online = 0.25;
  record.max_rr = std::numeric_limits<double>::quiet_NaN();
  return record;
}

std::string members_of(std::uint32_t round) {
  return R"("round":)" + std::to_string(round) + R"(,"interactions":)" +
         std::to_string(4 * round) +
         R"(,"map":1,"online_ndcg@10":0.25,"online_discounted":0,)"
         R"("clients":0,"dropped":0,"refused":0,"bytes_up":0,"bytes_down":0,)"
         R"("epsilon":null,"online_maxrr@10":null,"rejected_attackers":0,)"
         R"("rejected_honest":0)";
}

std::string round_line(int repeat, std::uint32_t round) {
  return R"({"event":"round","point":"","fold":1,"repeat":)" +
         std::to_string(repeat) + "," + members_of(round) + "}\n";
}

std::string end_line(int repeat) {
  return R"({"event":"run-end","point":"","fold":1,"repeat":)" +
         std::to_string(repeat) +
         R"(,"complete":true,"budget_spent":false,"final":null})"
         "\n";
}

/// Takes `room` bytes; then the reader has left or the disk is full.
class Closing : public std::streambuf {
 public:
  Closing(std::size_t room, int error) : room_(room), error_(error) {}
  std::size_t tries = 0;
  std::string text;

 protected:
  int_type overflow(int_type letter) override {
    ++tries;
    if (text.size() == room_) {
      errno = error_;
      return traits_type::eof();
    }
    text += traits_type::to_char_type(letter);
    return letter;
  }

 private:
  std::size_t room_;
  int error_;
};

}  // namespace

TEST_CASE("the first line of a stream holds the study and its points") {
  std::ostringstream out;
  StudyStream stream(out);
  stream.begin(
      {"grid",
       "runs/grid",
       {{"run.seed=1", {{"run.seed", "1"}}, false}, {"honest", {}, true}},
       {{0, 1, 1, 10, "run.seed=1"}, {1, 1, 1, 10, "honest"}}});
  CHECK(
      out.str() ==
      R"({"event":"study","name":"grid","folder":"runs/grid","points":[)"
      R"({"point":"run.seed=1","settings":{"run.seed":"1"},"baseline":false},)"
      R"({"point":"honest","settings":{},"baseline":true}],"runs":2})"
      "\n");
}

TEST_CASE("the run in turn streams as it goes, the next one waits") {
  TwoRunStream two;
  two.stream.add_round(1, record_of(0));
  CHECK(two.take().empty());
  two.stream.add_round(0, record_of(0));
  CHECK(two.take() == kFirst + round_line(1, 0));
  two.stream.add_round(0, record_of(5));
  CHECK(two.take() == round_line(1, 5));
  two.stream.end_run(0, {});
  CHECK(two.take() == end_line(1) + kSecond + round_line(2, 0));
  two.stream.add_round(1, record_of(5));
  CHECK(two.take() == round_line(2, 5));
}

TEST_CASE("numbers are spelled as in rounds.csv") {
  TwoRunStream two;
  RoundRecord record = record_of(3);
  record.metrics = {0.0001};
  record.online = 1e20;
  two.stream.add_round(0, record);
  has(two.take(), R"("map":1e-04,"online_ndcg@10":1e+20,)");
}

TEST_CASE("a run that ends before its turn is written when that has come") {
  TwoRunStream two;
  two.stream.end_run(1, {});
  CHECK(two.take().empty());
  two.stream.end_run(0, {});
  CHECK(two.take() == kFirst + end_line(1) + kSecond + end_line(2));
}

TEST_CASE("the end of a run has its last record, that of a silo its methods") {
  TwoRunStream two;
  two.stream.end_run(0, {.last = record_of(10), .complete = false});
  has(two.take(), R"("complete":false,"budget_spent":false,"final":{)" +
                      members_of(10) + "}}\n");
  two.stream.end_run(1, {.last = record_of(10),
                         .budget_spent = true,
                         .methods = {{"local", {0.5}}, {"global", {1}}}});
  has(two.take(), R"("budget_spent":true,"final":{"map":1.0},)"
                  R"("methods":{"local":{"map":0.5},"global":{"map":1.0}}})"
                  "\n");
}

TEST_CASE("a run that continues names the round it follows") {
  TwoRunStream two;
  two.stream.resume(0, 7);
  two.stream.add_round(0, record_of(8));
  has(two.take(), R"("resumed_after":7})");
}

TEST_CASE("the last line comes after what had to wait") {
  TwoRunStream two;
  two.stream.add_round(1, record_of(0));
  two.stream.end_study({{"", true, "c384"}});
  CHECK(two.take() ==
        kSecond + round_line(2, 0) +
            R"({"event":"study-end","complete":true,"points":)"
            R"([{"point":"","complete":true,"signature":"c384"}]})"
            "\n");
}

TEST_CASE("a study is complete if each point of it is, baselines aside") {
  for (const bool second : {true, false}) {
    std::ostringstream out;
    StudyStream stream(out);
    stream.begin(
        {"grid", "g", {{"a", {}, false}, {"b", {}, false}, {"c", {}, true}}});
    std::vector<PointEnd> ends = {{"a", true, ""}};
    if (second) ends.push_back({"b", true, ""});
    stream.end_study(ends);
    has(out.str(), std::string(R"("study-end","complete":)") +
                       (second ? "true" : "false"));
  }
}

TEST_CASE("a study that had ended before has its signatures of its folders") {
  const TemporaryFolder folder;
  folder.write("g/a/summary.json",
               R"({"complete": true, "signature": "12ab"})");
  std::ostringstream out;
  StudyStream stream(out);
  stream.begin({"g", folder / "g", {{"a", {}, false}, {"honest", {}, true}}});
  stream.find_ended();
  has(out.str(), R"([{"point":"a","complete":true,"signature":"12ab"}])");
}

TEST_CASE("a reader that goes away is no fault, a full disk is one") {
  for (const int error : {EPIPE, ENOSPC}) {
    Closing buffer(20, error);
    std::ostream out(&buffer);
    StudyStream stream(out);
    stream.begin({"s", "s", {{""}}, {{0, 1, 1, 10}}});
    CHECK(buffer.text == R"({"event":"study","na)");
    CHECK(out.good() == (error == EPIPE));
    const std::size_t tries = buffer.tries;
    stream.add_round(0, RoundRecord());
    stream.end_study({});
    CHECK(buffer.tries == tries);
  }
}

}  // namespace fedltr::study_stream_test
