#include "algorithms/text/utf8.hpp"

#include <utility>
#include <vector>

#include <doctest/doctest.h>

namespace fedltr::utf8_test {

TEST_CASE("case is folded once, and never between letters and symbols") {
  for (char32_t c = 0; c <= 0x10FFFF; ++c) {
    const char32_t lower = lower_case(c);
    if (lower == c) continue;
    CHECK_MESSAGE(lower_case(lower) == lower, c);
    CHECK_MESSAGE(is_letter_or_digit(lower) == is_letter_or_digit(c), c);
  }
}

TEST_CASE("every script's capitals are folded, one character for one") {
  for (const auto& [capital, small] :
       std::vector<std::pair<char32_t, char32_t>>{
           {U'A', U'a'},
           {U'\u00C4', U'\u00E4'},
           {U'\u0130', U'i'},
           {U'\u017F', U's'},
           {U'\u00B5', U'\u03BC'},
           {U'\u03A3', U'\u03C3'},
           {U'\u03C2', U'\u03C3'},
           {U'\u0416', U'\u0436'},
           {U'\u0531', U'\u0561'},
           {U'\u1E9E', U'\u00DF'},
           {U'\u2C24', U'\u2C54'},
           {U'\uFF21', U'\uFF41'},
           {U'\U00010400', U'\U00010428'}})
    CHECK_MESSAGE(lower_case(capital) == small, std::uint32_t(capital));
  for (const char32_t same : {U'a', U'7', U'\u00DF', U'\u3042', U'\u05D0'})
    CHECK_MESSAGE(lower_case(same) == same, std::uint32_t(same));
}

TEST_CASE("letters, marks and digits belong to words, the rest separates") {
  // Letters, a vowel sign, an accent, digits of two scripts, a Roman numeral.
  for (const char32_t word : {U'a', U'7', U'\u00E9', U'\u0939', U'\u093F',
                              U'\u0301', U'\u0663', U'\u2160', U'\u65E5'})
    CHECK_MESSAGE(is_letter_or_digit(word), std::uint32_t(word));
  // Symbols, a fraction, a superscript, blanks, what stands for no UTF-8.
  for (const char32_t other :
       {U'_', U'-', U' ', U'\u00A0', U'\u2014', U'\u00D7', U'\u20AC', U'\u00BD',
        U'\u00B2', U'\u200D', U'\U0001F600', kNoCharacter})
    CHECK_MESSAGE(!is_letter_or_digit(other), std::uint32_t(other));
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

TEST_CASE("of what is no UTF-8 one byte is skipped") {
  for (const std::string text :
       {"\xFF", "\x80", "\xC3", "\xC0\xAF", "\xE2\x82", "\xED\xA0\x80",
        "\xF4\x90\x80\x80", "\xF0\x80\x80\x80"}) {
    std::size_t position = 0;
    CHECK(next_character(text, position) == kNoCharacter);
    CHECK(position == 1);
  }
}

}  // namespace fedltr::utf8_test
