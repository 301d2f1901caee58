#include "app/base/json.hpp"

#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include <doctest/doctest.h>

namespace fedltr::json_test {

TEST_CASE("members keep their order, and a file ends with a line break") {
  CHECK(json_text({{"b", 1}, {"a", {2, 3}}}) ==
        "{\n  \"b\": 1,\n  \"a\": [\n    2,\n    3\n  ]\n}\n");
}

TEST_CASE("numbers of a JSON file read back exactly") {
  Vector numbers(5);
  numbers << 0.1, 1.0 / 3, 1e-300, -123456789.123456789,
      std::numeric_limits<double>::denorm_min();
  const auto back =
      parse_json(json_text(json_of(numbers))).get<std::vector<double>>();
  for (Index i = 0; i < numbers.size(); ++i)
    CHECK(back[static_cast<std::size_t>(i)] == numbers(i));
}

TEST_CASE("numbers that JSON lacks are null") {
  CHECK(json_number(std::nan("")).is_null());
  CHECK(json_number(-std::numeric_limits<double>::infinity()).is_null());
  CHECK(json_number(0.5) == 0.5);
  const Json spread = json_of(Spread{std::nan(""), 0.5, 3});
  CHECK(spread["mean"].is_null());
  CHECK(spread["std"] == 0.5);
  CHECK(spread["n"] == 3);
}

TEST_CASE("one value has a mean and no deviation") {
  CHECK(json_of(spread_of(std::vector<double>{0.5})) ==
        Json({{"mean", 0.5}, {"std", nullptr}, {"n", 1}}));
  CHECK(json_of(spread_of(std::vector<double>{0.25, 0.25}))["std"] == 0);
}

TEST_CASE("texts of a JSON file are UTF-8 as they came, quotes are escaped") {
  CHECK(json_text("\u00e9 \"x\"\n") == "\"\u00e9 \\\"x\\\"\\n\"\n");
}

TEST_CASE("a model's numbers are null where they are none, and keep signs") {
  Vector numbers(3);
  numbers << std::nan(""), -0.0, std::numeric_limits<double>::infinity();
  CHECK(json_of(numbers).dump() == "[null,-0.0,null]");
  CHECK(json_of(Vector()).dump() == "[]");
}

TEST_CASE("a text of invalid UTF-8 is still written") {
  // A file name may contain any bytes; a run must not fail on it at its end.
  CHECK(json_text("caf\xe9.txt") == "\"caf\uFFFD.txt\"\n");
}

TEST_CASE("a text that ends too early is no JSON") {
  CHECK(parse_json("{\"a\": 1}")["a"] == 1);
  CHECK_THROWS_AS(parse_json("{\"a\": "), Json::exception);
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

}  // namespace fedltr::json_test
