#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace fedltr {

/// Stands for bytes that are no UTF-8.
inline constexpr char32_t kNoCharacter = 0xFFFD;

/// Returns the character at `position`, which moves behind it. Of bytes that
/// are no UTF-8 (also overlong, surrogates, beyond U+10FFFF) one is skipped and
/// kNoCharacter returned.
/// @param position  < text.size()
char32_t next_character(std::string_view text, std::size_t& position);

/// Appends a character as UTF-8.
void append_utf8(std::string& text, char32_t character);

/// What a character is to the words of a text.
enum class CharacterKind {
  kLetter,  ///< or decimal digit, or letter that is a number: L, Nd and Nl
  kMark,    ///< belongs to the letter before it: M
  kUnseen,  ///< parts nothing and is nothing: soft hyphens, joiners, selectors
            ///< (Default_Ignorable_Code_Point, but for the zero width space)
  kSeparator  ///< the rest; fractions, superscripts and symbols, too
};
CharacterKind kind_of(char32_t character);

/// Replaces a word by the one that all its spellings have in common: Unicode's
/// NFKC_Casefold (UAX #15, table 7) of it, so accents are composed, ligatures
/// and wide letters taken apart and ß is ss; without what separates there, and
/// without the dot that the fold of the capital \u0130 keeps above its i.
/// @param word  UTF-8
void normalize_word(std::string& word);

}  // namespace fedltr
