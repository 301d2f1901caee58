#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace fedltr {

/// What stands for bytes that are no UTF-8.
inline constexpr char32_t kNoCharacter = 0xFFFD;

/// The character at `position`, which moves behind it. Of bytes that are no
/// UTF-8 (also overlong, surrogates, beyond U+10FFFF) one is skipped and
/// kNoCharacter returned.
/// @param position  < text.size()
char32_t next_character(std::string_view text, std::size_t& position);

void append_utf8(std::string& text, char32_t character);

/// The lower case of a letter of Latin, Greek, Cyrillic, Armenian or full-width
/// Latin script, else the character itself. Simple folding: one character for
/// one (so the dotted capital I becomes i); a final sigma is a sigma.
char32_t lower_case(char32_t character);

/// Whether a character belongs to words. Beyond ASCII everything does that is
/// not known as punctuation, space or symbol: unknown scripts keep their words.
bool is_letter_or_digit(char32_t character);

}  // namespace fedltr
