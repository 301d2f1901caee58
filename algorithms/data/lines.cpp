#include "algorithms/data/lines.hpp"

#include "algorithms/text/utf8.hpp"

namespace fedltr {
namespace {

/// True for characters that a terminal may act on: controls, and those that
/// change the direction of what follows.
bool is_control(char32_t c) {
  return c < 32 || (c >= 0x7F && c < 0xA0) || c == 0x061C ||
         (c >= 0x200E && c <= 0x200F) || (c >= 0x2028 && c <= 0x202E) ||
         (c >= 0x2066 && c <= 0x2069);
}

}  // namespace

std::string in_quotes(std::string_view word) {
  constexpr std::size_t kMost = 40;
  std::string text = "'";
  std::size_t at = 0;
  while (at < word.size()) {
    const std::size_t begin = at;
    const char32_t character = next_character(word, at);
    if (at > kMost) return text + "...'";
    if (character == kNoCharacter || is_control(character))
      text += '?';
    else
      text.append(word.substr(begin, at - begin));
  }
  return text + "'";
}

}  // namespace fedltr
