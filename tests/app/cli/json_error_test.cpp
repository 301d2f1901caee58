#include "app/cli/json_error.hpp"

#include "tests/support/scenario.hpp"

namespace fedltr::json_error_test {
using namespace fedltr::test;

TEST_CASE("JSON is asked for by --format json or ndjson, in one word or two") {
  CHECK(wants_json({"check", "s", "--format", "json"}));
  CHECK(wants_json({"run", "--format=ndjson", "s"}));
  CHECK_FALSE(wants_json({"run", "json"}));
  CHECK_FALSE(wants_json({"list", "--format", "markdown", "json"}));
  CHECK_FALSE(wants_json({}));
}

TEST_CASE("an error is one line of JSON, whatever it holds") {
  CHECK(json_error(3, "a \"b\"\n\xFF") ==
        R"({"error":{"code":3,"message":"a \"b\"\n)"
        "\xEF\xBF\xBD\"}}");
}

TEST_CASE("a command that was asked for JSON prints its error in JSON") {
  const Outcome outcome =
      fedltr_command({"check", "/nowhere.ini", "--format", "json"});
  CHECK(outcome.code == 2);
  CHECK(outcome.out.empty());
  const auto json = nlohmann::json::parse(outcome.err);
  CHECK(json["error"]["code"] == 2);
  has(json["error"]["message"], "/nowhere.ini: can't read this scenario file");
  has(fedltr_command({"check", "/nowhere.ini"}).err, "fedltr: /nowhere.ini");
}

TEST_CASE("with a log of JSON an error is its last line") {
  CHECK(wants_json_log({"run", "s", "--log-format=json"}));
  CHECK_FALSE(wants_json_log({"run", "s", "--format=json"}));
  const Outcome outcome =
      fedltr_command({"run", "/nowhere.ini", "--log-format", "json"});
  CHECK(outcome.code == 2);
  const auto json = nlohmann::json::parse(outcome.err);
  CHECK(json["level"] == "error");
  CHECK(json["code"] == 2);
  has(json["message"], "/nowhere.ini");
}

}  // namespace fedltr::json_error_test
