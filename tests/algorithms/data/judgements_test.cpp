#include "algorithms/data/judgements.hpp"

#include <doctest/doctest.h>

using namespace fedltr;

namespace {

std::string complaint(const std::string& text) {
  try {
    Judgements::parse(text, "q.txt");
  } catch (const DataError& error) {
    return error.what();
  }
  return "";
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
  CHECK(complaint("1 0 y 1\n1 0 y 1\n").find("q.txt:2: ") == 0);
  CHECK(complaint("\n") == "q.txt: holds no judgement");
}
