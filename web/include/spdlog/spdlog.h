// Stands in for spdlog in a browser, which has no log: calls do nothing.
#pragma once

namespace spdlog {

namespace level {
enum level_enum { debug, warn };
}  // namespace level

template <class... Args>
void log(level::level_enum, const Args&...) {}
template <class... Args>
void debug(const Args&...) {}
template <class... Args>
void warn(const Args&...) {}

}  // namespace spdlog
