// JSON of requests, which simdjson reads.
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "app/base/json.hpp"

namespace fedltr::json_request_test {

TEST_CASE("a request that ends too early is no JSON") {
  CHECK(json_if_valid("{\"a\": ").is_discarded());
  CHECK(!json_if_valid("{\"a\": ").is_object());
  CHECK(json_if_valid("{}").is_object());
}

TEST_CASE("a request is read as a file is") {
  const std::string deep(2000, '[');
  for (const std::string& text : std::vector<std::string>{
           R"({"b": [1, -1, 0, -0, 0.0, -0.0, 1e3, 1E-400, 0.1], "a": {}})",
           R"([18446744073709551615, 9223372036854775808, -9223372036854775808,
               18446744073709551616, 123456789012345678901234567890])",
           R"([0.1234567890123456789012345, 5e-324, 1.7976931348623157e308])",
           R"({"a": 1, "b": 2, "a": [true, false, null]})",
           R"(["\u00e9\ud83d\ude00\n", "é"])",
           "[]",
           "7",
           "\"\"",
           " 1 ",
           "\xEF\xBB\xBF[1]",
           deep + std::string(2000, ']'),
           "",
           "[1e400]",
           "[NaN]",
           "[1,]",
           "[01]",
           "{\"a\" 1}",
           "[1] 2",
           "\"\xFF\"",
           R"(["\ud83d"])",
           deep,
           std::string("[1\0]", 4)}) {
    const Json expected = Json::parse(text, nullptr, false);
    const Json value = json_if_valid(text);
    CHECK_MESSAGE(value.is_discarded() == expected.is_discarded(), text);
    CHECK_MESSAGE(json_line(value) == json_line(expected), text);
  }
  // Integers stay integers, if they fit.
  const Json kinds = json_if_valid("[1, -1, 1.0, 18446744073709551616]");
  CHECK(kinds[0].is_number_unsigned());
  CHECK(kinds[1].type() == Json::value_t::number_integer);
  CHECK(kinds[2].is_number_float());
  CHECK(kinds[3].is_number_float());
}

TEST_CASE("rows of a request are read as Json has them") {
  const JsonWithRows read = json_with_rows(
      R"({"a": 1, "rows": [[1, -2.5], [18446744073709551615, 1e-300, 7]]})",
      "rows");
  REQUIRE(read.rows);
  REQUIRE(read.rows->size() == 2);
  CHECK((*read.rows)[0] == Vector{{1, -2.5}});
  CHECK((*read.rows)[1] == Vector{{18446744073709551615.0, 1e-300, 7}});
  CHECK(read.json == Json{{"a", 1}, {"rows", nullptr}});
  for (const char* other :
       {"[[1], []]", "[1, 2]", "[[1, \"2\"]]", "[[1], null]", "{}", "3",
        "[[[1]]]", "[[true]]", "[[1, 123456789012345678901]]"}) {
    CAPTURE(other);
    const std::string text = std::string(R"({"rows": )") + other + "}";
    const JsonWithRows left = json_with_rows(text, "rows");
    CHECK_FALSE(left.rows);
    CHECK(left.json == Json::parse(text));
  }
  // The last member of a name counts.
  CHECK(
      json_with_rows(R"({"rows": [[1]], "rows": [[2]]})", "rows").rows->at(0) ==
      Vector{{2}});
  CHECK_FALSE(json_with_rows(R"({"rows": [[1]], "rows": 2})", "rows").rows);
  CHECK(json_with_rows("{\"rows\": [[1]", "rows").json.is_discarded());
  CHECK(json_with_rows("[[1]]", "rows").json.is_array());
}

}  // namespace fedltr::json_request_test
