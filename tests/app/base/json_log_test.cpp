#include "app/base/json_log.hpp"

#include <chrono>
#include <sstream>

#include <doctest/doctest.h>
#include <spdlog/logger.h>
#include <spdlog/sinks/ostream_sink.h>

#include "app/base/json.hpp"

namespace fedltr::json_log_test {

TEST_CASE("a log line is an object with time, level and message") {
  using namespace std::chrono_literals;
  const spdlog::log_clock::time_point time(1700000000s + 7ms);
  CHECK(json_log_line(time, "info", "listens on a:1") ==
        R"({"time":"2023-11-14T22:13:20.007Z","level":"info",)"
        R"("message":"listens on a:1"})");
  CHECK(json_log_line(time, "error", "no", 2) ==
        R"({"time":"2023-11-14T22:13:20.007Z","level":"error",)"
        R"("message":"no","code":2})");
}

TEST_CASE("whatever a peer is called, a log line is one line of JSON") {
  std::ostringstream out;
  const auto sink = std::make_shared<spdlog::sinks::ostream_sink_st>(out);
  spdlog::logger logger("test", sink);
  logger.set_formatter(std::make_unique<JsonLogFormatter>());
  const std::string name = "a\"b\\c\n{\"x\":1}\x01\xff%v";
  logger.warn(name);
  logger.error("second");
  std::istringstream lines(out.str());
  std::string line;
  REQUIRE(std::getline(lines, line));
  const Json first = parse_json(line);
  CHECK(first.at("level") == "warning");
  CHECK(first.at("message") == "a\"b\\c\n{\"x\":1}\x01\xef\xbf\xbd%v");
  REQUIRE(std::getline(lines, line));
  CHECK(parse_json(line).at("message") == "second");
  CHECK_FALSE(std::getline(lines, line));
}

}  // namespace fedltr::json_log_test
