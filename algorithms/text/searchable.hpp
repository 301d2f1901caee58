#pragma once

#include <cstddef>

#include "algorithms/text/collection.hpp"

namespace fedltr {

// Requirements on a collection for a meaningful search in it.

/// True if any document has a term.
bool has_text(const Collection& collection);

/// True if most of the documents' text is in scripts without spaces between
/// words (Han, kana, Thai, Lao, Burmese, Khmer, Tibetan) and is not split into
/// words: at least half of all letters are in terms that hold a character of
/// such a script and are longer than kLongestWord. Texts whose words were
/// separated beforehand pass.
bool is_unsegmented(const Collection& collection);
/// Number of characters. Most clauses between punctuation are longer, words of
/// these scripts hardly ever.
inline constexpr std::size_t kLongestWord = 8;

/// True if any document has any term of a query.
bool finds_anything(const Collection& collection);

/// Numbers of queries by the judgements of their documents.
struct QueryCounts {
  std::size_t unjudged = 0;    ///< without judgements
  std::size_t irrelevant = 0;  ///< all judgements are of grade 0
  std::size_t relevant = 0;    ///< with a grade of 1 or more
};
QueryCounts count_queries(const Collection& collection);

}  // namespace fedltr
