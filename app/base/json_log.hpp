#pragma once

#include <memory>
#include <string>

#include <spdlog/formatter.h>

namespace fedltr {

/// Formats one log line: `{"time":"2026-11-22T22:21:01.123Z","level":"info",
/// "message":"…"}`, and `"code"`, an exit code, if it is not 0. U+FFFD replaces
/// bytes that are not UTF-8.
std::string json_log_line(spdlog::log_clock::time_point time,
                          spdlog::string_view_t level,
                          const std::string& message, int code = 0);

/// Writes the whole log in this format.
class JsonLogFormatter final : public spdlog::formatter {
 public:
  void format(const spdlog::details::log_msg& message,
              spdlog::memory_buf_t& out) override;
  std::unique_ptr<spdlog::formatter> clone() const override;
};

}  // namespace fedltr
