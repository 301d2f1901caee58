#include "app/base/notice.hpp"

#include <spdlog/spdlog.h>

namespace fedltr {

void notice(const std::string& text) {
  // The same place and form as the log's, with a level of its own.
  const auto& sinks = spdlog::default_logger()->sinks();
  spdlog::logger("notice", sinks.begin(), sinks.end()).warn(text);
}

}  // namespace fedltr
