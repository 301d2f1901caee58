#include "algorithms/text/utf8.hpp"

#include <utility>
#include <vector>

#include <doctest/doctest.h>

namespace fedltr::utf8_test {

TEST_CASE("letters, marks and digits belong to words, the rest separates") {
  using Kind = CharacterKind;
  // Digits of two scripts and a Roman numeral count as letters.
  for (const char32_t letter : {U'a', U'7', U'\u00E9', U'\u0939', U'\u0663',
                                U'\u2160', U'\u65E5', U'\uFB01'})
    CHECK_MESSAGE(kind_of(letter) == Kind::kLetter, std::uint32_t(letter));
  // A vowel sign, an accent.
  for (const char32_t mark : {U'\u093F', U'\u0301'})
    CHECK_MESSAGE(kind_of(mark) == Kind::kMark, std::uint32_t(mark));
  // A soft hyphen, a joiner, a byte-order mark, a selector that is a mark.
  for (const char32_t unseen : {U'\u00AD', U'\u200D', U'\uFEFF', U'\uFE0F'})
    CHECK_MESSAGE(kind_of(unseen) == Kind::kUnseen, std::uint32_t(unseen));
  // Symbols, a fraction, a superscript, blanks, the replacement character.
  for (const char32_t other :
       {U'_', U'-', U' ', U'\u00A0', U'\u2014', U'\u00D7', U'\u20AC', U'\u00BD',
        U'\u00B2', U'\u200B', U'\U0001F600', kNoCharacter})
    CHECK_MESSAGE(kind_of(other) == Kind::kSeparator, std::uint32_t(other));
}

TEST_CASE("a normal form is that of Unicode's tables, folded in full") {
  const auto normal = [](std::string word) {
    normalize_word(word);
    return word;
  };
  for (const auto& [word, expected] :
       std::vector<std::pair<std::string, std::string>>{
           {"\u00C4rger", "\u00E4rger"},
           {"\u017Ft", "st"},
           {"\u00B5m", "\u03BCm"},
           {"\u03A3\u03C2", "\u03C3\u03C3"},
           {"\u0416", "\u0436"},
           {"\u0587", "\u0565\u0582"},
           {"\u1E9E", "ss"},
           {"\u2C24", "\u2C54"},
           {"\uFF21", "a"},
           {"\U00010400", "\U00010428"},
           {"\u0130", "i"},
           {"\u1F88", "\u1F00\u03B9"},
           // Separators within a normal form are left out.
           {"l\u0140l", "lll"},
           {"", ""},
           {"\u3042\u05D0", "\u3042\u05D0"}})
    CHECK_MESSAGE(normal(word) == expected, word);
  CHECK_THROWS_WITH(normal("\xFF"), "a word must be UTF-8");
}

TEST_CASE("characters survive a round through UTF-8") {
  for (char32_t c = 0; c <= 0x10FFFF; c += c < 0x3000 ? 1 : 97) {
    if (c >= 0xD800 && c < 0xE000) continue;
    std::string text;
    append_utf8(text, c);
    std::size_t position = 0;
    const bool same =
        next_character(text, position) == c && position == text.size();
    CHECK_MESSAGE(same, c);
  }
}

TEST_CASE("one byte of invalid UTF-8 is skipped") {
  for (const std::string text :
       {"\xFF", "\x80", "\xC3", "\xC0\xAF", "\xE2\x82", "\xED\xA0\x80",
        "\xF4\x90\x80\x80", "\xF0\x80\x80\x80"}) {
    std::size_t position = 0;
    CHECK(next_character(text, position) == kNoCharacter);
    CHECK(position == 1);
  }
}

}  // namespace fedltr::utf8_test
