#pragma once

#include <stdexcept>
#include <string>

namespace fedltr {

/// Checks a caller's contract, in release builds too.
///
/// @throws std::invalid_argument with `message` unless `holds`
inline void require(bool holds, const char* message) {
  if (!holds) throw std::invalid_argument(message);
}

inline void require(bool holds, const std::string& message) {
  require(holds, message.c_str());
}

}  // namespace fedltr
