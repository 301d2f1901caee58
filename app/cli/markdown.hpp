#pragma once

#include <string>

namespace fedltr {

/// Returns a text in Markdown.
inline std::string escaped_markdown(const std::string& text) {
  std::string safe;
  for (const char each : text) {
    if (each == '*' || each == '_' || each == '<') safe += '\\';
    safe += each;
  }
  return safe;
}

/// Returns a text as code; empty for an empty text.
inline std::string code_markdown(const std::string& text) {
  return text.empty() ? "" : "`" + text + "`";
}

}  // namespace fedltr
