#include "algorithms/text/utf8.hpp"

#include <array>
#include <vector>

#include <utf8proc.h>

#include "algorithms/core/require.hpp"

namespace fedltr {
namespace {

const utf8proc_uint8_t* bytes(const char* text) {
  return reinterpret_cast<const utf8proc_uint8_t*>(text);
}

}  // namespace

char32_t next_character(std::string_view text, std::size_t& position) {
  utf8proc_int32_t character = 0;
  const auto size = utf8proc_iterate(bytes(text.data() + position),
                                     text.size() - position, &character);
  position += size > 0 ? size : 1;
  return size > 0 ? char32_t(character) : kNoCharacter;
}

std::optional<std::size_t> first_invalid_byte(std::string_view text) {
  constexpr std::string_view kWritten = "\xEF\xBF\xBD";  // kNoCharacter itself
  for (std::size_t position = 0; position < text.size();) {
    const std::size_t at = position;
    if (next_character(text, position) == kNoCharacter &&
        text.substr(at, kWritten.size()) != kWritten)
      return at;
  }
  return std::nullopt;
}

void append_utf8(std::string& text, char32_t character) {
  std::array<utf8proc_uint8_t, 4> encoded{};
  const auto size = utf8proc_encode_char(character, encoded.data());
  text.append(encoded.begin(), encoded.begin() + size);
}

CharacterKind kind_of(char32_t character) {
  // A line may break here, between words.
  constexpr char32_t kZeroWidthSpace = U'\u200B';
  const utf8proc_property_t& of =
      *utf8proc_get_property(static_cast<utf8proc_int32_t>(character));
  if (of.ignorable && character != kZeroWidthSpace)
    return CharacterKind::kUnseen;
  switch (of.category) {
    case UTF8PROC_CATEGORY_LU:
    case UTF8PROC_CATEGORY_LL:
    case UTF8PROC_CATEGORY_LT:
    case UTF8PROC_CATEGORY_LM:
    case UTF8PROC_CATEGORY_LO:
    case UTF8PROC_CATEGORY_ND:
    case UTF8PROC_CATEGORY_NL:
      return CharacterKind::kLetter;
    case UTF8PROC_CATEGORY_MN:
    case UTF8PROC_CATEGORY_MC:
    case UTF8PROC_CATEGORY_ME:
      return CharacterKind::kMark;
    default:
      return CharacterKind::kSeparator;
  }
}

void normalize_word(std::string& word) {
  constexpr char32_t kDotAbove = U'\u0307';
  constexpr auto kFolded = static_cast<utf8proc_option_t>(
      UTF8PROC_STABLE | UTF8PROC_COMPAT | UTF8PROC_COMPOSE | UTF8PROC_CASEFOLD |
      UTF8PROC_IGNORE);
  std::array<utf8proc_int32_t, 128> room;
  std::vector<utf8proc_int32_t> more;
  utf8proc_int32_t* characters = room.data();
  const auto decompose = [&](std::size_t places) {
    // One place is reserved for the end of the text.
    return utf8proc_decompose(
        bytes(word.data()), static_cast<utf8proc_ssize_t>(word.size()),
        characters, static_cast<utf8proc_ssize_t>(places - 1), kFolded);
  };
  auto size = decompose(room.size());
  if (size >= std::ssize(room)) {
    more.resize(static_cast<std::size_t>(size) + 1);
    characters = more.data();
    size = decompose(more.size());
  }
  require(size >= 0, "a word must be UTF-8");
  // Encodes in place as UTF-8.
  size = utf8proc_reencode(characters, size, kFolded);
  const std::string_view text(reinterpret_cast<const char*>(characters),
                              static_cast<std::size_t>(size));
  word.clear();
  for (std::size_t position = 0; position < text.size();) {
    const std::size_t begin = position;
    const char32_t character = next_character(text, position);
    const CharacterKind kind = kind_of(character);
    const bool belongs = kind == CharacterKind::kLetter ||
                         (kind == CharacterKind::kMark && !word.empty() &&
                          !(character == kDotAbove && word.back() == 'i'));
    if (belongs) word.append(text.substr(begin, position - begin));
  }
}

}  // namespace fedltr
