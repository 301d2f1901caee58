#pragma once

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace fedltr {

/// Calls visit(line, number from 1) for each line: without its end (LF or CRLF)
/// and, at the start of the text, a byte-order mark.
template <class Visit>
void for_each_line(std::string_view text, Visit&& visit) {
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  for (std::size_t number = 1; !text.empty(); ++number) {
    const std::size_t end = text.find('\n');
    std::string_view line = text.substr(0, end);
    if (line.ends_with('\r')) line.remove_suffix(1);
    visit(line, number);
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  }
}

/// The words between blanks.
inline std::vector<std::string_view> words_of(std::string_view line) {
  std::vector<std::string_view> words;
  while (true) {
    const std::size_t begin = line.find_first_not_of(" \t");
    if (begin == std::string_view::npos) return words;
    line.remove_prefix(begin);
    const std::size_t end = std::min(line.find_first_of(" \t"), line.size());
    words.push_back(line.substr(0, end));
    line.remove_prefix(end);
  }
}

/// "file:12: " for messages.
inline std::string at_line(const std::string& name, std::size_t line) {
  return name + ":" + std::to_string(line) + ": ";
}

}  // namespace fedltr
