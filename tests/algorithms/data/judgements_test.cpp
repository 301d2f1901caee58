#include "algorithms/data/judgements.hpp"

#include <doctest/doctest.h>

#include "tests/support/error_of.hpp"

namespace fedltr::judgements_test {
namespace {

std::string complaint(const std::string& text) {
  return test::error_of<DataError>([&] { Judgements::parse(text, "q.txt"); });
}

}  // namespace

TEST_CASE("qrels become labels by query and document name") {
  Dataset data(1);
  Names names;
  for (const char* name : {"x", "y"}) names.push_back(name);
  const std::vector<std::uint8_t> zeros = {0, 0};
  data.add_query("1", std::vector{0.0, 1.0}, zeros, names);
  data.add_query("2", std::vector{0.0, 1.0}, zeros, names);
  const auto judgements = Judgements::parse(
      "1 0 y 2\r\n\r\n2\t0\tx\t1\n2 0 y -2\n3 0 x 1", "q.txt");
  CHECK(judgements.size() == 4);
  CHECK(judgements.labels_of(data) == std::vector<std::uint8_t>{0, 2, 1, 0});
  Dataset nameless(1);
  nameless.add_query("1", std::vector{0.0, 1.0}, zeros);
  CHECK_THROWS_AS(judgements.labels_of(nameless), std::invalid_argument);
}

TEST_CASE("faults of qrels name the line") {
  CHECK(complaint("1 0 y 2\n1 0 y\n").find("q.txt:2: ") == 0);
  CHECK(complaint("1 0 y good\n").find("q.txt:1: 'good'") == 0);
  CHECK(complaint("1 0 y 32\n").find("q.txt:1: '32'") == 0);
  CHECK(complaint("1 0 y 1\n1 0 y 0\n").find("q.txt:2: ") == 0);
  CHECK(complaint("\n") == "q.txt: has no judgements");
}

TEST_CASE("a fault of qrels names what was read and what is expected") {
  const std::string tail = "; expected 'query iteration document relevance'";
  CHECK(complaint("1 0 y\n") == "q.txt:1: 3 words" + tail);
  CHECK(complaint("1 0 y 1 z\n") == "q.txt:1: 5 words" + tail);
  for (const char* word : {"1.0", "+1", "1x", "0x1", "32", "2147483648",
                           "-2147483649", "99999999999999999999"}) {
    CAPTURE(word);
    CHECK(complaint("1 0 y " + std::string(word)) ==
          "q.txt:1: '" + std::string(word) + "' is not a relevance up to 31" +
              tail);
  }
  CHECK(complaint("\n1 0 y 1\n\n1 Q0 y 0\n") ==
        "q.txt:4: query 1 and document y were judged differently above" + tail);
  CHECK(complaint("1 0 y 1\n1 Q0 y 1\n").empty());
  CHECK(complaint("") == "q.txt: has no judgements");
}

TEST_CASE("the smallest and the largest relevance are read") {
  Dataset data(0);
  Names names;
  for (const char* name : {"a", "b", "c", "d"}) names.push_back(name);
  data.add_query("q", {}, std::vector<std::uint8_t>(4, 9), names);
  const auto judgements = Judgements::parse(
      "\xEF\xBB\xBFq 0 a 31\nq 0 b -2147483648\n  q  0\tc  007  \n", "");
  // d was not judged: 0, whatever its label.
  CHECK(judgements.labels_of(data) == std::vector<std::uint8_t>{31, 0, 7, 0});
}

TEST_CASE("query and document are distinguished, however they are cut") {
  Dataset data(0);
  Names one;
  one.push_back("11");
  Names eleven;
  eleven.push_back("1");
  data.add_query("1", {}, std::vector<std::uint8_t>{0}, one);
  data.add_query("11", {}, std::vector<std::uint8_t>{0}, eleven);
  const auto judgements =
      Judgements::parse("1 0 11 2\n11 0 1 3\n1 0 1 4\n11 0 11 5\n", "");
  CHECK(judgements.labels_of(data) == std::vector<std::uint8_t>{2, 3});
}

}  // namespace fedltr::judgements_test
