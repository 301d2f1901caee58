#pragma once

#include <algorithm>
#include <clocale>
#include <cmath>
#include <cstddef>
#include <cstdlib>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

namespace fedltr {

/// Returns a text without the byte-order mark that it may begin with.
inline std::string_view without_mark(std::string_view text) {
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  return text;
}

/// Calls visit(line, number from 1) for each line: without its end (LF or CRLF)
/// and, at the start of the text, a byte-order mark.
template <class Visit>
void for_each_line(std::string_view text, Visit&& visit) {
  text = without_mark(text);
  for (std::size_t number = 1; !text.empty(); ++number) {
    const std::size_t end = text.find('\n');
    std::string_view line = text.substr(0, end);
    if (line.ends_with('\r')) line.remove_suffix(1);
    visit(line, number);
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  }
}

inline void skip_blanks(std::string_view& text) {
  text.remove_prefix(std::min(text.find_first_not_of(" \t"), text.size()));
}

/// Takes the first word between blanks off the text; empty if there is none.
inline std::string_view take_word(std::string_view& text) {
  skip_blanks(text);
  const std::string_view word = text.substr(0, text.find_first_of(" \t"));
  text.remove_prefix(word.size());
  return word;
}

/// Returns the words between blanks.
inline std::vector<std::string_view> words_of(std::string_view line) {
  std::vector<std::string_view> words;
  while (true) {
    const std::string_view word = take_word(line);
    if (word.empty()) return words;
    words.push_back(word);
  }
}

/// Value of a number that from_chars() finds out of range: 0 or close to it if
/// it is too small; the largest double if it is that one, rounded up to 5
/// digits or more; else infinite. Always with a decimal point, whatever the
/// process's locale, which Python may have set.
inline double beyond_range(std::string_view number) {
  static const locale_t plain = newlocale(LC_ALL_MASK, "C", nullptr);
  const std::string text(number);
  const double value = strtod_l(text.c_str(), nullptr, plain);
  if (!std::isinf(value)) return value;
  const long double wide = strtold_l(text.c_str(), nullptr, plain);
  return std::abs(wide) <= 1.7977e308L
             ? std::copysign(std::numeric_limits<double>::max(), value)
             : value;
}

/// Quotes a word for messages, at most 40 bytes of it: control characters and
/// bytes that are not UTF-8 are `?`.
std::string in_quotes(std::string_view word);

/// Returns "file:12: " for messages.
inline std::string at_line(const std::string& name, std::size_t line) {
  return name + ":" + std::to_string(line) + ": ";
}

}  // namespace fedltr
