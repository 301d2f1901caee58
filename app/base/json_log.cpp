#include "app/base/json_log.hpp"

#include <chrono>
#include <ctime>

#include <spdlog/spdlog.h>

#include "app/base/json.hpp"

namespace fedltr {
namespace {

/// Formats a time by RFC 3339, in UTC, to the millisecond.
std::string time_text(spdlog::log_clock::time_point time) {
  using std::chrono::milliseconds;
  const auto since = std::chrono::floor<milliseconds>(time.time_since_epoch());
  const std::time_t seconds =
      std::chrono::floor<std::chrono::seconds>(since).count();
  std::tm fields{};
  gmtime_r(&seconds, &fields);
  return fmt::format("{:04}-{:02}-{:02}T{:02}:{:02}:{:02}.{:03}Z",
                     fields.tm_year + 1900, fields.tm_mon + 1, fields.tm_mday,
                     fields.tm_hour, fields.tm_min, fields.tm_sec,
                     since.count() - seconds * 1000);
}

std::string text_of(spdlog::string_view_t view) {
  return {view.data(), view.size()};
}

}  // namespace

std::string json_log_line(spdlog::log_clock::time_point time,
                          spdlog::string_view_t level,
                          const std::string& message, int code) {
  Json json = {{"time", time_text(time)},
               {"level", text_of(level)},
               {"message", message}};
  if (code != 0) json["code"] = code;
  return json_line(json);
}

void JsonLogFormatter::format(const spdlog::details::log_msg& message,
                              spdlog::memory_buf_t& out) {
  const std::string line =
      json_log_line(message.time, spdlog::level::to_string_view(message.level),
                    text_of(message.payload)) +
      "\n";
  out.append(line.data(), line.data() + line.size());
}

std::unique_ptr<spdlog::formatter> JsonLogFormatter::clone() const {
  return std::make_unique<JsonLogFormatter>();
}

}  // namespace fedltr
