#include "scenarios/base/notice.hpp"

#include <sstream>

#include <doctest/doctest.h>
#include <spdlog/sinks/ostream_sink.h>
#include <spdlog/spdlog.h>

namespace fedltr::notice_test {

TEST_CASE("a notice is told in the log's form where warnings are not") {
  const auto before = spdlog::default_logger();
  std::ostringstream out;
  const auto logger = std::make_shared<spdlog::logger>(
      "test", std::make_shared<spdlog::sinks::ostream_sink_st>(out));
  logger->set_level(spdlog::level::err);
  logger->set_pattern("%l: %v");
  spdlog::set_default_logger(logger);
  spdlog::warn("unheard");
  notice("3 values {} were cut");
  spdlog::set_default_logger(before);
  CHECK(out.str() == "warning: 3 values {} were cut\n");
}

}  // namespace fedltr::notice_test
