#include "algorithms/text/utf8.hpp"

#include <algorithm>
#include <array>

namespace fedltr {
namespace {

struct Range {
  char32_t first = 0;
  char32_t last = 0;
};

/// How the capitals of a range become small.
enum class Case : std::uint8_t { kAdd, kEven, kOdd };
struct Folding {
  char32_t first = 0;
  char32_t last = 0;
  Case kind = Case::kAdd;  // kEven, kOdd: such code points become the next one
  std::int32_t added = 0;  // kAdd
};

// In ascending order; after Unicode's CaseFolding.txt.
constexpr std::array kFoldings = {
    Folding{0xC0, 0xD6, Case::kAdd, 32},
    Folding{0xD8, 0xDE, Case::kAdd, 32},
    Folding{0x100, 0x12F, Case::kEven},
    Folding{0x130, 0x130, Case::kAdd, 'i' - 0x130},
    Folding{0x132, 0x137, Case::kEven},
    Folding{0x139, 0x148, Case::kOdd},
    Folding{0x14A, 0x177, Case::kEven},
    Folding{0x178, 0x178, Case::kAdd, 0xFF - 0x178},
    Folding{0x179, 0x17E, Case::kOdd},
    Folding{0x17F, 0x17F, Case::kAdd, 's' - 0x17F},
    Folding{0x1CD, 0x1DC, Case::kOdd},
    Folding{0x1DE, 0x1EF, Case::kEven},
    Folding{0x1F8, 0x21F, Case::kEven},
    Folding{0x222, 0x233, Case::kEven},
    Folding{0x246, 0x24F, Case::kEven},
    Folding{0x386, 0x386, Case::kAdd, 38},
    Folding{0x388, 0x38A, Case::kAdd, 37},
    Folding{0x38C, 0x38C, Case::kAdd, 64},
    Folding{0x38E, 0x38F, Case::kAdd, 63},
    Folding{0x391, 0x3A1, Case::kAdd, 32},
    Folding{0x3A3, 0x3AB, Case::kAdd, 32},
    Folding{0x3C2, 0x3C2, Case::kAdd, 1},
    Folding{0x3D8, 0x3EF, Case::kEven},
    Folding{0x400, 0x40F, Case::kAdd, 80},
    Folding{0x410, 0x42F, Case::kAdd, 32},
    Folding{0x460, 0x481, Case::kEven},
    Folding{0x48A, 0x4BF, Case::kEven},
    Folding{0x4C0, 0x4C0, Case::kAdd, 15},
    Folding{0x4C1, 0x4CE, Case::kOdd},
    Folding{0x4D0, 0x52F, Case::kEven},
    Folding{0x531, 0x556, Case::kAdd, 48},
    Folding{0x1E00, 0x1E95, Case::kEven},
    Folding{0x1E9E, 0x1E9E, Case::kAdd, 0xDF - 0x1E9E},
    Folding{0x1EA0, 0x1EFF, Case::kEven},
    Folding{0xFF21, 0xFF3A, Case::kAdd, 32},
};

// Blocks of punctuation, spaces, symbols, controls, private use.
constexpr std::array kSeparators = {
    Range{0x80, 0xA9},       Range{0xAB, 0xB4},       Range{0xB6, 0xB9},
    Range{0xBB, 0xBF},       Range{0xD7, 0xD7},       Range{0xF7, 0xF7},
    Range{0x2C2, 0x2DF},     Range{0x37E, 0x37E},     Range{0x387, 0x387},
    Range{0x55A, 0x55F},     Range{0x589, 0x58F},     Range{0x5BE, 0x5BE},
    Range{0x5C0, 0x5C0},     Range{0x5C3, 0x5C3},     Range{0x5F3, 0x5F4},
    Range{0x600, 0x60F},     Range{0x61B, 0x61F},     Range{0x66A, 0x66D},
    Range{0x6D4, 0x6D4},     Range{0x964, 0x965},     Range{0x1680, 0x1680},
    Range{0x2000, 0x206F},   Range{0x207A, 0x207E},   Range{0x208A, 0x208E},
    Range{0x20A0, 0x20CF},   Range{0x2190, 0x2BFF},   Range{0x2E00, 0x2E7F},
    Range{0x3000, 0x3004},   Range{0x3008, 0x3020},   Range{0x3030, 0x3030},
    Range{0x30FB, 0x30FB},   Range{0xD800, 0xF8FF},   Range{0xFE10, 0xFE1F},
    Range{0xFE30, 0xFE6F},   Range{0xFEFF, 0xFF0F},   Range{0xFF1A, 0xFF20},
    Range{0xFF3B, 0xFF40},   Range{0xFF5B, 0xFF65},   Range{0xFFE0, 0xFFFF},
    Range{0x1F000, 0x1FAFF}, Range{0xE0000, 0x10FFFF}};

template <class Table>
constexpr bool ascending(const Table& table) {
  for (std::size_t i = 1; i < table.size(); ++i)
    if (!(table[i - 1].last < table[i].first)) return false;
  return true;
}
static_assert(ascending(kFoldings) && ascending(kSeparators));

/// The entry that holds a character, or none.
template <class Table>
auto entry_of(const Table& table, char32_t character) {
  const auto found = std::ranges::lower_bound(
      table, character, {}, [](const auto& entry) { return entry.last; });
  return found != table.end() && found->first <= character ? found
                                                           : table.end();
}

bool is_continuation(std::string_view text, std::size_t position) {
  return position < text.size() &&
         (static_cast<unsigned char>(text[position]) & 0xC0) == 0x80;
}

}  // namespace

char32_t next_character(std::string_view text, std::size_t& position) {
  const auto lead = static_cast<unsigned char>(text[position++]);
  if (lead < 0x80) return lead;
  const int more = lead >= 0xF0 ? 3 : lead >= 0xE0 ? 2 : lead >= 0xC2 ? 1 : 0;
  if (more == 0 || lead > 0xF4) return kNoCharacter;
  char32_t character = lead & (0x3FU >> more);
  for (int i = 0; i < more; ++i) {
    const std::size_t at = position + static_cast<std::size_t>(i);
    if (!is_continuation(text, at)) return kNoCharacter;
    character = character << 6 | (static_cast<unsigned char>(text[at]) & 0x3FU);
  }
  constexpr std::array<char32_t, 4> kLeast = {0, 0x80, 0x800, 0x10000};
  if (character < kLeast[static_cast<std::size_t>(more)] ||
      character > 0x10FFFF || (character >= 0xD800 && character < 0xE000))
    return kNoCharacter;
  position += static_cast<std::size_t>(more);
  return character;
}

void append_utf8(std::string& text, char32_t character) {
  const auto append = [&text](char32_t byte) {
    text.push_back(static_cast<char>(byte));
  };
  const auto continuation = [&](int shift) {
    append(0x80 | (character >> shift & 0x3F));
  };
  if (character < 0x80) return append(character);
  if (character < 0x800) {
    append(0xC0 | character >> 6);
    return continuation(0);
  }
  if (character < 0x10000) {
    append(0xE0 | character >> 12);
  } else {
    append(0xF0 | character >> 18);
    continuation(12);
  }
  continuation(6);
  continuation(0);
}

char32_t lower_case(char32_t character) {
  if (character < 0x80)
    return character >= 'A' && character <= 'Z' ? character + 32 : character;
  const auto found = entry_of(kFoldings, character);
  if (found == kFoldings.end()) return character;
  if (found->kind == Case::kAdd)
    return static_cast<char32_t>(static_cast<std::int32_t>(character) +
                                 found->added);
  const bool odd = (character & 1) != 0;
  return odd == (found->kind == Case::kOdd) ? character + 1 : character;
}

bool is_letter_or_digit(char32_t character) {
  if (character < 0x80)
    return (character >= '0' && character <= '9') ||
           (character >= 'A' && character <= 'Z') ||
           (character >= 'a' && character <= 'z');
  return entry_of(kSeparators, character) == kSeparators.end();
}

}  // namespace fedltr
