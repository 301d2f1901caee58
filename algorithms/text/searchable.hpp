#pragma once

#include <cstddef>

#include "algorithms/text/collection.hpp"

namespace fedltr {

// What a collection must have for a search in it to mean anything.

/// Whether any document has a term.
bool has_text(const Collection& collection);

/// Whether most of the documents' text is of scripts that are written without
/// spaces between words (Han, kana, Thai, Lao, Burmese, Khmer, Tibetan) and is
/// not split into words: half of all letters or more stand in terms that hold a
/// character of such a script and are longer than kLongestWord. Texts whose
/// words were separated beforehand pass.
bool is_unsegmented(const Collection& collection);
/// Characters. Clauses between punctuation are longer in the most part, words
/// of these scripts hardly ever.
inline constexpr std::size_t kLongestWord = 8;

/// Whether any term of a query stands in any document.
bool finds_anything(const Collection& collection);

/// Queries by what is known of their documents.
struct QueryCounts {
  std::size_t unjudged = 0;    ///< nothing was judged
  std::size_t irrelevant = 0;  ///< something was, all of it of grade 0
  std::size_t relevant = 0;    ///< some grade is 1 or more
};
QueryCounts count_queries(const Collection& collection);

}  // namespace fedltr
