#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace fedltr {

/// Replaces bytes that are not UTF-8.
inline constexpr char32_t kNoCharacter = 0xFFFD;

/// Returns the character at `position` and moves `position` behind it. For
/// bytes that are not UTF-8 (including overlong ones, surrogates and beyond
/// U+10FFFF), skips one and returns kNoCharacter.
/// @param position  < text.size()
char32_t next_character(std::string_view text, std::size_t& position);

/// Returns the place of the first byte that is not UTF-8; nullopt if all are.
std::optional<std::size_t> first_invalid_byte(std::string_view text);

/// Appends a character as UTF-8.
void append_utf8(std::string& text, char32_t character);

/// Role of a character in the words of a text.
enum class CharacterKind {
  kLetter,    ///< letter, decimal digit or letter number: L, Nd and Nl
  kMark,      ///< part of the letter before it: M
  kUnseen,    ///< ignored, splits nothing: soft hyphens, joiners, selectors
              ///< (Default_Ignorable_Code_Point, except the zero width space)
  kSeparator  ///< the rest, including fractions, superscripts and symbols
};
CharacterKind kind_of(char32_t character);

/// Replaces a word by the common form of all its spellings: its NFKC_Casefold
/// (Unicode UAX #15, table 7), so accents are composed, ligatures and wide
/// letters decomposed, and ß becomes ss; removes separators that appear
/// in it, and the dot above that the fold of the capital \u0130 keeps on its i.
/// @param word  UTF-8
void normalize_word(std::string& word);

}  // namespace fedltr
