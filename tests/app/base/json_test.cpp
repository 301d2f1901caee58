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
}

}  // namespace fedltr::json_test
