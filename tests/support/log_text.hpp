#pragma once

#include <memory>
#include <sstream>
#include <string>

#include <spdlog/sinks/ostream_sink.h>
#include <spdlog/spdlog.h>

namespace fedltr::test {

/// Captures log messages while it lives, one per line: "warning: ...".
class LogText {
 public:
  explicit LogText(spdlog::level::level_enum least = spdlog::level::info)
      : before_(spdlog::default_logger()) {
    const auto logger = std::make_shared<spdlog::logger>(
        "test", std::make_shared<spdlog::sinks::ostream_sink_st>(text_));
    logger->set_level(least);
    logger->set_pattern("%l: %v");
    spdlog::set_default_logger(logger);
  }
  ~LogText() { spdlog::set_default_logger(before_); }
  LogText(const LogText&) = delete;
  LogText& operator=(const LogText&) = delete;

  std::string text() const { return text_.str(); }

 private:
  std::ostringstream text_;
  std::shared_ptr<spdlog::logger> before_;
};

}  // namespace fedltr::test
