#include "app/base/notice.hpp"

#include <spdlog/spdlog.h>

namespace fedltr {

void notice(const std::string& text) {
  // Same destination and format as the log, with a level of its own.
  const auto& sinks = spdlog::default_logger()->sinks();
  spdlog::logger("notice", sinks.begin(), sinks.end()).warn(text);
}

}  // namespace fedltr
