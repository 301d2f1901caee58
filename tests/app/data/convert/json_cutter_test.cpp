#include "app/data/convert/json_cutter.hpp"

#include "algorithms/data/letor.hpp"
#include "tests/support/scenario.hpp"

namespace fedltr::json_cutter_test {
using namespace fedltr::test;

namespace {

/// "line text|" of each object, with the text fed in pieces of this size.
std::string cut(const std::string& text, std::size_t size = 1) {
  std::string all;
  JsonCutter cutter(
      "f", "a thing", [&](std::string_view object, std::size_t line) {
        all += std::to_string(line) + " " + std::string(object) + "|";
      });
  for (std::size_t at = 0; at < text.size(); at += size)
    cutter.feed(std::string_view(text).substr(at, size));
  cutter.end();
  return all;
}

std::string cut_fault(const std::string& text) {
  try {
    return cut(text, 7);
  } catch (const DataError& error) {
    return error.what();
  }
}

}  // namespace

TEST_CASE("objects are cut out of lines, blanks and arrays") {
  for (const std::size_t size : {1U, 3U, 100U}) {
    CHECK(cut("{\"a\": 1}\n\n {\"b\":\n[{}, {}]} {}", size) ==
          "1 {\"a\": 1}|3 {\"b\":\n[{}, {}]}|4 {}|");
    CHECK(cut("[{\"a\": 1},\n{\"b\": 2}]\n[]\n[{}]", size) ==
          "1 {\"a\": 1}|2 {\"b\": 2}|4 {}|");
    CHECK(cut("", size).empty());
  }
  CHECK(cut("\xEF\xBB\xBF{}", 9) == "1 {}|");
}

TEST_CASE("brackets and quotes within texts do not count") {
  const std::string text = R"({"a": "}]{[\"", "\\": "\\"})";
  CHECK(cut(text) == "1 " + text + "|");
}

TEST_CASE("hits of answers are cut out, whatever stands around them") {
  const std::string answer =
      R"({"took": 1, "x": {"hits": [{"no": 1}]}, "hits": {"total": [1],)"
      R"( "hits": [{"a": {"hits": []}}, {"b": 1}], "z": {}}, "q": [[{}]]})";
  CHECK(cut(answer + "{\"c\": 1}[" + answer + "]") ==
        R"(1 {"a": {"hits": []}}|1 {"b": 1}|1 {"c": 1}|)"
        R"(1 {"a": {"hits": []}}|1 {"b": 1}|)");
}

TEST_CASE("texts other than objects are refused with their line") {
  CHECK(cut_fault("{}\n7") == "f:2: expected a thing, a JSON object");
  CHECK(cut_fault("[[{}]]") == "f:1: expected a thing, a JSON object");
  CHECK(cut_fault("{}\n}") == "f:2: expected a thing, a JSON object");
  CHECK(cut_fault("{]") == "f:1: expected a thing, a JSON object");
  CHECK(cut_fault("{}, {}") == "f:1: expected a thing, a JSON object");
  CHECK(cut_fault("{}\n{\"a\": 1\n{}") ==
        "f:2: expected a thing, a JSON object, but a bracket is misplaced in "
        "line 3");
  CHECK(cut_fault("{}\n{\"a\": \"1}\n{}") ==
        "f:2: a text that the end of its line interrupts");
  CHECK(cut_fault("{}\n[{}, {\"a\":\n") ==
        "f:2: expected a thing, a JSON object, but the file ends within it");
  std::string deep = "{\"a\":";
  for (std::size_t i = 0; i < JsonCutter::kMaxDepth; ++i) deep += "[";
  CHECK(cut_fault("{}\n" + deep) ==
        "f:2: is nested deeper than the 64 levels that are allowed");
  CHECK(cut_fault("{\"a\": \"" + std::string(JsonCutter::kMaxObject, 'x')) ==
        "f:1: a record of more than the 1048576 bytes that are allowed");
}

}  // namespace fedltr::json_cutter_test
