#include "algorithms/text/searchable.hpp"

#include <algorithm>
#include <array>
#include <string_view>
#include <vector>

#include "algorithms/text/utf8.hpp"

namespace fedltr {
namespace {

struct Block {
  char32_t first;
  char32_t last;
};

/// Unicode blocks of scripts without spaces between words.
constexpr std::array kWithoutSpaces = {
    Block{0x0E00, 0x0EFF},    // Thai, Lao
    Block{0x0F00, 0x109F},    // Tibetan, Burmese
    Block{0x1780, 0x17FF},    // Khmer
    Block{0x3040, 0x30FF},    // hiragana, katakana
    Block{0x3400, 0x4DBF},    // Han, extension A
    Block{0x4E00, 0x9FFF},    // Han
    Block{0xF900, 0xFAFF},    // Han, compatibility
    Block{0x20000, 0x3FFFF},  // Han, further extensions
};

bool has_no_spaces(char32_t character) {
  return std::ranges::any_of(kWithoutSpaces, [&](const Block& block) {
    return block.first <= character && character <= block.last;
  });
}

struct Word {
  std::size_t characters = 0;
  bool without_spaces = false;
};

Word word_of(std::string_view term) {
  Word word;
  for (std::size_t position = 0; position < term.size(); ++word.characters)
    if (has_no_spaces(next_character(term, position)))
      word.without_spaces = true;
  return word;
}

/// Number of occurrences of each term in the documents.
std::vector<std::uint64_t> occurrences(const Collection& collection) {
  std::vector<std::uint64_t> times(collection.dictionary().size());
  for (const Field field : kAllFields)
    for (std::size_t d = 0; d < collection.documents(); ++d)
      for (const TermCount& entry : collection.terms(field, d))
        times[entry.term] += entry.count;
  return times;
}

}  // namespace

bool has_text(const Collection& collection) {
  return std::ranges::any_of(kAllFields, [&](Field field) {
    for (std::size_t d = 0; d < collection.documents(); ++d)
      if (collection.length(field, d) > 0) return true;
    return false;
  });
}

bool is_unsegmented(const Collection& collection) {
  const auto times = occurrences(collection);
  double all = 0;
  double unsegmented = 0;
  for (TermId term = 0; term < times.size(); ++term) {
    if (times[term] == 0) continue;
    const Word word = word_of(collection.dictionary()[term]);
    const double letters = times[term] * word.characters;
    all += letters;
    if (word.without_spaces && word.characters > kLongestWord)
      unsegmented += letters;
  }
  return unsegmented > 0 && 2 * unsegmented >= all;
}

bool finds_anything(const Collection& collection) {
  const auto times = occurrences(collection);
  for (std::size_t q = 0; q < collection.queries(); ++q)
    for (const TermId term : collection.query(q))
      if (times[term] > 0) return true;
  return false;
}

QueryCounts count_queries(const Collection& collection) {
  QueryCounts counts;
  for (std::size_t q = 0; q < collection.queries(); ++q) {
    const auto judged = collection.judgements_of(q);
    if (judged.empty())
      ++counts.unjudged;
    else if (std::ranges::all_of(judged, [](const Judgement& judgement) {
               return judgement.grade == 0;
             }))
      ++counts.irrelevant;
    else
      ++counts.relevant;
  }
  return counts;
}

}  // namespace fedltr
